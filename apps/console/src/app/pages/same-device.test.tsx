import { aDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { choose, dialogText } from '../../testing/device-page.tsx';
import { FakeEventSource, type Handler } from '../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { createPages } from '../../testing/pages.tsx';

freezeTime();

const OTHER = 'MNB-TE0002';
const WELL = aDevice({ alias: 'Studňa' });
const GARDEN = aDevice({ id_dev: OTHER, alias: 'Záhrada' });
const listed = (...devices: unknown[]): Record<string, Handler> => ({
  '/users-devices/get-devices': () => ({ json: devices }),
  '/users-devices/get-all-fc-devices': () => ({ json: [] }),
});

/** Two running devices; the list of devices can change later. */
async function show(href: string, routes = listed(WELL, GARDEN)) {
  const { pages, ...history } = await createPages(href);
  const last = [measured({}), measured({}, { device_id: OTHER })];
  const { server } = await showLive(pages, { last, online: [ID, OTHER], routes });
  await pass(0);
  return {
    ...history,
    /** The server sorts its list by name. */
    async receiveList(...devices: unknown[]) {
      Object.assign(server.routes, listed(...devices));
      FakeEventSource.current.emit('devices', {});
      await pass(0);
    },
    written: () => server.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path),
  };
}
const pumpSwitch = () => page.get('switch', /Zapnúť|Vypnúť|Čerpadlo/);

it.each(['dashboard', 'overview'])(
  'R5.1 the pump switch stays with the same pump when a device joins the list: %s',
  async (name) => {
    const { receiveList, written } = await show(`/admin/${name}`, listed(WELL));
    const before = pumpSwitch();
    await receiveList(aDevice({ id_dev: OTHER, alias: 'Altánok', access: 'delegate' }), WELL);
    expect(page.all('heading', 'Studňa')).toHaveLength(1);
    await page.click(before);
    expect(written()).toEqual([`/mqtt/${ID}/start-stop`]);
  },
);

it.each(['dashboard', 'overview'])(
  'R4.15 a device that leaves the list is not replaced by another one: %s',
  async (name) => {
    const { receiveList } = await show(`/admin/${name}?device=${ID}`);
    pumpSwitch().focus();
    await receiveList(GARDEN);
    // The notice is loaded on demand.
    await act(() => vi.dynamicImportSettled());
    expect(page.textOf(page.get('alert'))).toContain(`Zariadenie ${ID} sa nenašlo`);
    expect(page.all('switch')).toEqual([]);
    expect(document.activeElement).toBe(document.body);
  },
);

it('R4.2 the removal dialog closes when its device leaves the list', async () => {
  const { receiveList } = await show(`/admin/dashboard?device=${ID}`);
  await choose('Odstrániť zariadenie');
  expect(dialogText()).toContain('Studňa');
  await receiveList(GARDEN);
  expect(dialogText()).toBe('');
});

it.each(['dashboard', 'overview'])(
  'R4.2 the rename dialog closes on a change of the device: %s',
  async (name) => {
    const { go, goBack } = await show(`/admin/${name}?device=${OTHER}`);
    await go(`/admin/${name}?device=${ID}`);
    await pass(0);
    await choose('Zmeniť názov zariadenia');
    await goBack();
    await pass(0);
    expect(page.all('heading', 'Studňa')).toHaveLength(1);
    expect(dialogText()).toBe('');
    await choose('Zmeniť názov zariadenia');
    await go(`/admin/${name}?device=${OTHER}`);
    await pass(0);
    expect(page.all('heading', 'Záhrada')).toHaveLength(1);
    expect(dialogText()).toBe('');
  },
);

it('R4.6 the confirmation of a meter reset closes on a change of the device', async () => {
  localStorage.setItem('values-open', 'true');
  const { go, goBack } = await show(`/admin/overview?device=${OTHER}`);
  await go(`/admin/overview?device=${ID}`);
  // The values are loaded on demand.
  await act(() => vi.dynamicImportSettled());
  await pass(0);
  const [reset] = page.all('button', /^Vynulovať/);
  if (reset) await page.click(reset);
  expect(page.all('button', 'Vynulovať')).toHaveLength(1);
  await goBack();
  await pass(0);
  expect(page.all('button', 'Vynulovať')).toEqual([]);
});
