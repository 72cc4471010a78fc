import { anFcDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it } from 'vitest';
import type { Handler } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import { tab } from '../../testing/tab.ts';
import { eventually, loggedIn, openApp, type } from '../../testing/whole-app.tsx';

const BOARDS = ['MNB-TE0001', 'MNB-TE0002'];
const fleet = BOARDS.map((id, i) =>
  anFcDevice({ id: `FC-TE000${i + 1}`, owner_dev_id: id, fc_type: i === 0 ? 'GD10' : 'GD20' }),
);
const rows = () => [...document.querySelectorAll('tbody tr')].map(page.says);

const openSeller = (change: Record<string, Handler> = {}) =>
  openApp('/admin/seller', {
    routes: {
      ...loggedIn(['Seller']),
      '/users-devices/get-all-fc-devices': () => ({ json: fleet }),
      '/api-requests/online-devices': () => ({ json: ['MNB-TE0002'] }),
      ...change,
    },
  });

it('R7.2 staff see every converter, its state, and the way to its board', async () => {
  await openSeller();
  await eventually(() =>
    expect(rows()).toEqual(['FC-TE0001GD10MNB-TE0001Offline', 'FC-TE0002GD20MNB-TE0002Pripojené']),
  );
  expect(page.text()).toContain('2 zariadenia · 1 pripojené');
  expect(page.get('link', 'MNB-TE0002').getAttribute('href')).toBe('/admin/overview?device=MNB-TE0002');
});

it('R7.2 the search looks at IDs and types, whatever the case', async () => {
  await openSeller();
  await eventually(() => expect(rows()).toHaveLength(2));
  await type('Hľadať podľa ID alebo typu', 'gd20');
  expect(rows()).toEqual(['FC-TE0002GD20MNB-TE0002Pripojené']);
  await type('Hľadať podľa ID alebo typu', 'zzz');
  expect(page.get('status', 'Hľadaniu nič nezodpovedá.')).toBeTruthy();
});

it('R4.4 a state that the server has not told is unknown, never offline', async () => {
  await openSeller({ '/api-requests/online-devices': () => ({ status: 500, json: { detail: 'INTERNAL' } }) });
  await eventually(() => expect(rows()[0]).toBe('FC-TE0001GD10MNB-TE0001Neznámy'));
  expect(page.get('heading', 'Predajca').nextElementSibling?.textContent).toBe('2 zariadenia');
});

it('R4.4 a tab that is shown again asks at once who is online', async () => {
  const { server } = await openSeller();
  await eventually(() => expect(rows()[1]).toContain('Pripojené'));
  tab.hide();
  server.routes['/api-requests/online-devices'] = () => ({ json: [] });
  const asked = server.askedFor('/api-requests/online-devices').length;
  await act(async () => tab.show());
  expect(server.askedFor('/api-requests/online-devices')).toHaveLength(asked + 1);
  await eventually(() => expect(rows()[1]).toContain('Offline'));
});

it('a list that fails to load says so and can be asked again', async () => {
  const { server } = await openSeller({
    '/users-devices/get-all-fc-devices': () => ({ status: 500, json: { detail: 'INTERNAL' } }),
  });
  await eventually(() => expect(page.get('alert').textContent).toContain('Zoznam sa nepodarilo načítať'));
  server.routes['/users-devices/get-all-fc-devices'] = () => ({ json: [] });
  await page.click(page.get('button', 'Skúsiť znova'));
  await eventually(() => expect(page.text()).toContain('Zatiaľ tu nie je žiadny frekvenčný menič.'));
});
