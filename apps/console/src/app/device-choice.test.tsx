import { aDevice, anFcDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it } from 'vitest';
// Lazy pages are imported here, so that loading them does not count towards the timeout of the first test.
import './pages/dashboard-page.tsx';
import './pages/overview-page.tsx';
import './pages/profile-page.tsx';
import { session } from '../lib/http/session.ts';
import type { Handler } from '../testing/fake-server.ts';
import { page } from '../testing/page.tsx';
import { aUser, eventually, loggedIn, openApp, setWidth } from '../testing/whole-app.tsx';

const [A, B] = ['MNB-TE0001', 'MNB-TE0002'];
const ROUTES: Record<string, Handler> = {
  ...loggedIn(),
  '/users-devices/get-devices': () => ({
    json: [aDevice({ id_dev: A, alias: 'Studňa' }), aDevice({ id_dev: B, alias: 'Altánok' })],
  }),
  '/users-devices/get-all-fc-devices': () => ({
    json: [anFcDevice({ owner_dev_id: A }), anFcDevice({ id: 'FC-TE0002', owner_dev_id: B })],
  }),
};

/** Opens the console in a tab; session and local storage are kept. */
async function openTab(href: string, routes = ROUTES) {
  await setWidth(1280);
  const app = await openApp(href, { routes });
  return {
    ...app,
    at: () => app.router.state.location.href,
    async follow(name: string) {
      await page.click(page.get('link', name));
    },
  };
}
const shows = (name: string) => eventually(() => expect(page.all('heading', name)).toHaveLength(1));

it('R4.15 links of the sidebar keep the chosen device; the dashboard lists all', async () => {
  const { at, follow } = await openTab(`/admin/overview?device=${A}`);
  await shows('Studňa');
  await follow('Čerpadlá');
  await eventually(() => expect(at()).toBe('/admin/dashboard'));
  await shows('Čerpadlá');
  await follow('Prehľad');
  await eventually(() => expect(at()).toBe(`/admin/overview?device=${A}`));
  await shows('Studňa');
});

it('R4.15 a reload and a new tab show the chosen device and write it into the address', async () => {
  const first = await openTab(`/admin/overview?device=${A}`);
  await shows('Studňa');
  await first.leave();
  const reloaded = await openTab('/admin/overview');
  await shows('Studňa');
  await eventually(() => expect(reloaded.at()).toBe(`/admin/overview?device=${A}`));
  await reloaded.leave();
  sessionStorage.clear();
  const second = await openTab('/admin/overview');
  await shows('Studňa');
  await eventually(() => expect(second.at()).toBe(`/admin/overview?device=${A}`));
});

it('R4.15 a device choice in another tab does not change this tab', async () => {
  const { go, at, follow } = await openTab(`/admin/overview?device=${A}`);
  await shows('Studňa');
  localStorage.setItem(`devices.${aUser.id}`, JSON.stringify([B, A]));
  await go('/admin/profile');
  await shows('Môj profil');
  await follow('Prehľad');
  await eventually(() => expect(at()).toBe(`/admin/overview?device=${A}`));
  await shows('Studňa');
});

it('R4.15 the chosen device is stored per user', async () => {
  const first = await openTab(`/admin/overview?device=${A}`);
  await shows('Studňa');
  await first.leave();
  await openTab('/admin/overview', { ...ROUTES, '/users/me': () => ({ json: { ...aUser, id: 8 } }) });
  await shows('Vyberte zariadenie');
});

it('R4.15 with several devices and no choice the overview shows a device chooser and no controls', async () => {
  const { at } = await openTab('/admin/overview');
  await shows('Vyberte zariadenie');
  await eventually(() => expect(document.querySelectorAll('[role=option]')).toHaveLength(2));
  expect(page.all('switch')).toEqual([]);
  expect(page.all('alert')).toEqual([]);
  const [, second] = document.querySelectorAll<HTMLElement>('[role=option]');
  if (second) await page.click(second);
  await eventually(() => expect(at()).toBe(`/admin/overview?device=${B}`));
  await shows('Altánok');
});

it('R4.15 the choice of a removed device is cleared, so that the sidebar does not link to an error page', async () => {
  localStorage.setItem(`devices.${aUser.id}`, JSON.stringify(['MNB-GONE01']));
  const { follow, at } = await openTab('/admin/overview?device=MNB-GONE01');
  await eventually(() => expect(page.get('alert').textContent).toContain('sa nenašlo'));
  await follow('Prehľad');
  await shows('Vyberte zariadenie');
  expect(at()).toBe('/admin/overview');
});

it('R4.15 the document title contains the device name, and the name of an open tool', async () => {
  const { go } = await openTab(`/admin/overview?device=${A}`);
  await eventually(() => expect(document.title).toBe('Studňa · Prehľad · MaNoBoard'));
  await go(`/admin/overview?device=${A}&tool=config`);
  await eventually(() => expect(document.title).toBe('Studňa · Nastavenia · MaNoBoard'));
  await go(`/admin/dashboard?device=${B}`);
  await eventually(() => expect(document.title).toBe('Altánok · Čerpadlá · MaNoBoard'));
  await go('/admin/profile');
  await eventually(() => expect(document.title).toBe('Môj profil · MaNoBoard'));
});

it('R1.5 a logout forgets the devices of this browser, and an expired session does not', async () => {
  const { path } = await openTab(`/admin/overview?device=${A}`);
  await shows('Studňa');
  const stored = () => [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage));
  expect(stored()).toEqual(expect.arrayContaining([`devices.${aUser.id}`, `device.${aUser.id}`]));
  await act(async () => session.expire(session.epoch(), async () => undefined));
  await eventually(() => expect(path()).toBe('/auth/login'));
  expect(stored()).toContain(`devices.${aUser.id}`);
  session.begin();
  await act(async () => session.end(async () => undefined));
  expect(stored().filter((key) => key.startsWith('device'))).toEqual([]);
});
