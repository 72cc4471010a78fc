import { anFcDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it } from 'vitest';
import type { Handler } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import { tab } from '../../testing/tab.ts';
import { eventually, loggedIn, openApp, type } from '../../testing/whole-app.tsx';
import { displayedPumpState } from './use-fleet.ts';

const BOARDS = ['MNB-TE0001', 'MNB-TE0002'];
const fleet = BOARDS.map((id, i) =>
  anFcDevice({
    id: `FC-TE000${i + 1}`,
    owner_dev_id: id,
    ...(i === 0
      ? { fc_type: 'GD10', alias: 'Studňa', owner: 'Eva Vodná' }
      : { fc_type: 'GD20', version: '1.5.0' }),
  }),
);
const SEARCH = 'Hľadať podľa názvu, ID, typu alebo vlastníka';
const rows = () => [...document.querySelectorAll('tbody tr')].map(page.textOf);

const openTechnician = (change: Record<string, Handler> = {}) =>
  openApp('/admin/technician', {
    routes: {
      ...loggedIn(['Technician']),
      '/users-devices/get-all-fc-devices': () => ({ json: fleet }),
      '/api-requests/online-devices': () => ({ json: ['MNB-TE0002'] }),
      ...change,
    },
  });

it('R7.2 the fleet list shows alias, firmware, owner and pump state of every converter and links to its board', async () => {
  await openTechnician();
  await eventually(() =>
    expect(rows()).toEqual([
      'StudňaMNB-TE0001 · firmvér 1.4.2FC-TE0001GD10Eva VodnáOffline',
      'MNB-TE0002firmvér 1.5.0FC-TE0002GD20Bez vlastníkaBeží',
    ]),
  );
  expect(page.text()).toContain('2 zariadenia · 1 pripojené');
  expect(page.get('link', 'MNB-TE0002').getAttribute('href')).toBe('/admin/overview?device=MNB-TE0002');
});

it('R7.2 the search matches names, IDs, types and owners and ignores case and accents', async () => {
  await openTechnician();
  await eventually(() => expect(rows()).toHaveLength(2));
  for (const [search, found] of [
    ['gd20', 'MNB-TE0002'],
    ['studna', 'Studňa'],
    ['vodna eva', 'Studňa'],
    ['fc-te0002', 'MNB-TE0002'],
  ] as const) {
    await type(SEARCH, search);
    expect(page.all('link', found).filter((link) => link.closest('tbody'))).toHaveLength(1);
    expect(rows()).toHaveLength(1);
  }
  await type(SEARCH, 'zzz');
  expect(page.get('status', 'Hľadaniu nič nezodpovedá.')).toBeTruthy();
});

it('R4.4 a device is unknown, never offline, when the list of online devices cannot be loaded', async () => {
  await openTechnician({
    '/api-requests/online-devices': () => ({ status: 500, json: { detail: 'INTERNAL' } }),
  });
  await eventually(() => expect(rows()[0]).toMatch(/Neznámy stav$/));
  expect(page.get('heading', 'Technik').nextElementSibling?.textContent).toBe('2 zariadenia');
});

it('R5.1 R5.3 a stopped pump shows its reason: the converter fault or the protection that stopped it', async () => {
  await openTechnician({
    '/users-devices/get-all-fc-devices': () => ({
      json: [
        { ...fleet[0], pump: 'fault', fault: 10 },
        { ...fleet[1], pump: 'stopped', stopped_by: 'DRY_RUN' },
      ],
    }),
    '/api-requests/online-devices': () => ({ json: BOARDS }),
  });
  await eventually(() => expect(rows()[0]).toMatch(/Porucha.*10/));
  expect(rows()[1]).toContain('Zastavené Doska čerpadlo zastavila: chod nasucho.');
});

it.each([
  ['the online list is not loaded', 'running', undefined, false, 'unknown'],
  ['missing from the online list', 'running', false, false, 'offline'],
  ['reconnected after the list was loaded', 'offline', true, false, 'unknown'],
  ['the last poll failed', 'running', true, true, 'stale'],
  ['online', 'fault', true, false, 'fault'],
] as const)('R4.4 the displayed pump state: %s', (_case, pump, isOnline, isStale, expected) => {
  expect(displayedPumpState(pump, isOnline, isStale)).toBe(expected);
});

it('R4.4 the online list is requested at once when the tab becomes visible', async () => {
  const { server } = await openTechnician();
  await eventually(() => expect(rows()[1]).toContain('Beží'));
  tab.hide();
  server.routes['/api-requests/online-devices'] = () => ({ json: [] });
  const requestCount = server.requestsTo('/api-requests/online-devices').length;
  await act(async () => tab.show());
  expect(server.requestsTo('/api-requests/online-devices')).toHaveLength(requestCount + 1);
  await eventually(() => expect(rows()[1]).toContain('Offline'));
});

it('a fleet list that fails to load shows an error with a retry button', async () => {
  const { server } = await openTechnician({
    '/users-devices/get-all-fc-devices': () => ({ status: 500, json: { detail: 'INTERNAL' } }),
  });
  await eventually(() => expect(page.get('alert').textContent).toContain('Zoznam sa nepodarilo načítať'));
  server.routes['/users-devices/get-all-fc-devices'] = () => ({ json: [] });
  await page.click(page.get('button', 'Skúsiť znova'));
  await eventually(() => expect(page.text()).toContain('Zatiaľ tu nie je žiadny frekvenčný menič.'));
});
