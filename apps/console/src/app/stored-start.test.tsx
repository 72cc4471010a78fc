import { aDevice, aLastData, someLastValues } from '@manoboard/testkit/factories';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { toLastKnown } from '../device/last-known.ts';
import { resetLive } from '../device/live/live.ts';
import { LAST_KNOWN, session } from '../lib/http/session.ts';
import { FakeEventSource, type Handler, pollRoutes } from '../testing/fake-server.ts';
import { page } from '../testing/page.tsx';
import { tab } from '../testing/tab.ts';
import { aUser, eventually, loggedIn, openApp } from '../testing/whole-app.tsx';

const ID = 'MNB-TE0001';
const now = () => Math.floor(Date.now() / 1000);
const lastData = (ageS: number, pressure: number) =>
  aLastData({
    device_id: ID,
    ts: now() - ageS,
    received_at: now() - ageS,
    data: someLastValues({ pressure, on_off_state_r: 1, frequency_fc: 40 }),
  });

afterEach(() => {
  resetLive();
  vi.restoreAllMocks();
});

/** Values of a visit that ended `ageS` ago. */
const stored = (ageS: number) =>
  JSON.stringify(
    toLastKnown({
      user: aUser,
      roles: [],
      devices: [aDevice({ id_dev: ID, alias: 'Studňa' })],
      converters: [],
      recentIds: [],
      valuesOf: () => lastData(ageS, 4.21),
      contactS: now() - ageS,
    }),
  );

const working = (): Record<string, Handler> => ({
  ...loggedIn(),
  ...pollRoutes([lastData(0, 3.5)], [ID]),
  '/users-devices/get-devices': () => ({ json: [aDevice({ id_dev: ID, alias: 'Studňa' })] }),
});
const broken = () =>
  Object.fromEntries(Object.keys(working()).map((path) => [path, (() => 'network error') satisfies Handler]));
/** Opens a page while the server is away. */
const openWithoutServer = (href: string, ageS = 7200) =>
  openApp(href, { routes: broken(), stored: { [LAST_KNOWN]: stored(ageS) } });
const shownPressure = () => page.textOf(page.get('region', 'Studňa'));
async function failStream() {
  await eventually(() => expect(FakeEventSource.opened.length).toBeGreaterThan(0));
  await act(async () => FakeEventSource.current.refuse());
}

it.each(['dashboard', 'overview'])(
  'R4.5 without the server the %s shows the last known values as such, and controls nothing',
  async (name) => {
    await openWithoutServer(`/admin/${name}?device=${ID}`);
    await failStream();
    await eventually(() => expect(page.text()).toMatch(/4,21 bar/));
    expect(page.text()).toMatch(
      /Server nie je dostupný\. Zobrazené sú posledné známe hodnoty\. Posledné spojenie so serverom: /,
    );
    expect(page.text()).toContain('naposledy pred 2 h');
    expect(page.text()).toContain('Server nie je dostupný, zariadenie sa teraz nedá ovládať.');
    for (const control of page.all('switch')) expect(page.isDisabled(control)).toBe(true);
  },
);

it('R4.5 without a network the pressure card does not claim to load its settings', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(async () => window.dispatchEvent(new Event('offline')));
  await openWithoutServer(`/admin/dashboard?device=${ID}`);
  await failStream();
  await eventually(() => expect(page.text()).toMatch(/4,21 bar/));
  expect(page.text()).toContain('Prehliadač nemá pripojenie k sieti. Zobrazené sú posledné známe hodnoty.');
  expect(page.text()).not.toContain('Načítavajú sa nastavenia tlaku');
  vi.restoreAllMocks();
  await act(async () => window.dispatchEvent(new Event('online')));
});

it('R4.5 values that were stored a second ago are not shown as live', async () => {
  await openWithoutServer(`/admin/dashboard?device=${ID}`, 1);
  await failStream();
  await eventually(() => expect(page.text()).toMatch(/4,21 bar/));
  expect(shownPressure()).toContain('naposledy');
  expect(document.querySelector('[data-water=flows]')).toBeNull();
});

it('R4.5 the page recovers without a reload when the server answers again', async () => {
  const { server } = await openWithoutServer(`/admin/dashboard?device=${ID}`);
  await failStream();
  await eventually(() => expect(page.text()).toMatch(/4,21 bar/));
  Object.assign(server.routes, working());
  await act(async () => window.dispatchEvent(new Event('online')));
  await eventually(() => expect(page.text()).toMatch(/3,50 bar/));
  await eventually(() => expect(server.requestsTo('/users/me').length).toBeGreaterThan(1));
  await eventually(() => expect(page.text()).not.toContain('Posledné spojenie so serverom'));
  expect(page.isDisabled(page.get('switch', /čerpadlo/i))).toBe(false);
});

it('R3.5 a page with a form does not start from stored values', async () => {
  await openWithoutServer('/admin/profile');
  await eventually(() => expect(page.text()).toContain('Server neodpovedá'));
});

it('a page stores the values that it shows, and the logout removes them', async () => {
  const { leave } = await openApp(`/admin/dashboard?device=${ID}`, { routes: working() });
  await eventually(() => expect(page.text()).toMatch(/3,50 bar/));
  await eventually(() => {
    tab.hide();
    expect(localStorage.getItem(LAST_KNOWN)).toEqual(expect.stringMatching(/Studňa.*"pressure":3.5/));
  });
  void session.end(async () => undefined);
  expect(localStorage.getItem(LAST_KNOWN)).toBeNull();
  tab.hide();
  await leave();
  expect(localStorage.getItem(LAST_KNOWN)).toBeNull();
});
