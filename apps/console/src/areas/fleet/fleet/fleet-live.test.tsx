import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it } from 'vitest';
import { fleetRoute, fleetRowsRoute } from '../../../testing/fake-fleet.ts';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import {
  FARM,
  FLEET,
  fleet,
  names,
  nowS,
  openList,
  POOL,
  ROWS,
  resetFleetBeforeEach,
  rows,
  WELL,
} from '../../../testing/fleet-list.tsx';
import { page } from '../../../testing/page.tsx';
import { tab } from '../../../testing/tab.ts';
import { eventually } from '../../../testing/whole-app.tsx';

const failure: Handler = () => ({ status: 500, json: { detail: 'INTERNAL' } });

resetFleetBeforeEach();

it('R4.4 a state changes in place; rows are sorted only on request', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  await eventually(() => expect(FakeEventSource.current.url).toContain('device_id=MNB-TE0003'));
  await act(async () =>
    FakeEventSource.current.emit('snapshot', {
      now: nowS(),
      last_data: fleet.devices.map(({ id_dev }) =>
        aLastData({ device_id: id_dev, ts: nowS(), received_at: nowS(), data: someLastValues({}) }),
      ),
      online: ['MNB-TE0001', 'MNB-TE0002'],
      commands: [],
    }),
  );
  await eventually(() => expect(rows()[2]).toMatch(/Nevieme ?[Bb]ez spojenia/));
  expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']);
  await eventually(() => expect(page.all('button', /zmenil.* stav · zoradiť$/)).toHaveLength(1));
  fleet.devices = [WELL, POOL, { ...FARM, state: 'offline' }];
  await page.click(page.get('button', /zoradiť$/));
  await eventually(() => expect(names()).toEqual(['Studňa', 'Farma', 'Bazén']));
});

it('the poll updates counts and states of loaded rows and offers the new order', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  fleet.devices = [WELL, POOL, { ...FARM, state: 'fault' }];
  tab.hide();
  await act(async () => tab.show());
  await eventually(() => expect(page.text()).toContain('Treba človeka 2'));
  expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']);
  await eventually(() => expect(page.get('button', '1 zariadenie zmenilo stav · zoradiť')).toBeTruthy());
});

it('R4.5 when the poll fails, the rows stay, marked with their time, until it succeeds again', async () => {
  const { server } = await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  server.routes[FLEET] = failure;
  tab.hide();
  await act(async () => tab.show());
  await eventually(() => expect(page.text()).toMatch(/Server neodpovedá\. Vidíte posledný známy stav z \d/));
  expect(document.querySelector('[data-stale] table')).toBeTruthy();
  expect(names()).toHaveLength(3);
  expect(page.text()).not.toContain('naživo');
  server.routes[FLEET] = fleetRoute(() => fleet.devices);
  await page.click(page.get('button', 'Skúsiť teraz'));
  await eventually(() => expect(page.text()).toContain('aktualizuje sa naživo'));
});

it('a list that fails to load shows an error with a retry button', async () => {
  const { server } = await openList('', { [FLEET]: failure });
  await eventually(() => expect(page.get('alert').textContent).toContain('Zoznam sa nepodarilo načítať'));
  server.routes[FLEET] = fleetRoute(() => []);
  await page.click(page.get('button', 'Skúsiť znova'));
  await eventually(() => expect(page.text()).toContain('Zatiaľ tu nie je žiadny frekvenčný menič.'));
});

const manyDevices = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...FARM, id_dev: `MNB-${String(i).padStart(6, '0')}` }));
const scrollTo = (top: number) =>
  act(async () => {
    window.scrollTo(0, top);
    window.dispatchEvent(new Event('scroll'));
  });

it('of many devices only the rows near the window are rendered and loaded', async () => {
  fleet.devices = manyDevices(350);
  const { server } = await openList();
  await eventually(() => expect(rows().length).toBeGreaterThan(5));
  expect(rows().length).toBeLessThan(60);
  expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('352');
  expect(server.requestsTo(ROWS)).toHaveLength(0);
  await scrollTo(310 * 56);
  const isRequested = (id: string) => server.requestsTo(ROWS).some(({ path }) => path.includes(id));
  await eventually(() => expect(isRequested('MNB-000310')).toBe(true));
  await eventually(() => expect(rows().at(-1)).toContain('FarmaMNB-000'));
  expect(isRequested('MNB-000150')).toBe(false);
});

it('rows that fail to load keep their ID and offer a retry', async () => {
  fleet.devices = manyDevices(250);
  const { server } = await openList('', { [ROWS]: () => 'network error' });
  await eventually(() => expect(rows().length).toBeGreaterThan(5));
  await scrollTo(230 * 56);
  await eventually(() => expect(page.get('button', /^Riadky sa nepodarilo načítať/)).toBeTruthy());
  expect(rows().at(-1)).toMatch(/^MNB-000\d{3}Načítava sa…$/);
  server.routes[ROWS] = fleetRowsRoute(() => fleet.devices);
  await page.click(page.get('button', /^Riadky sa nepodarilo načítať/));
  await eventually(() => expect(rows().at(-1)).toContain('Farma'));
});

it('a device that another person removed is marked in its place', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  fleet.devices = [WELL, FARM];
  tab.hide();
  await act(async () => tab.show());
  await eventually(() => expect(rows()[1]).toContain('Už nie je v zozname'));
  expect(names()).toEqual(['Studňa', 'MNB-TE0002', 'Farma']);
  await page.click(page.get('button', '1 zariadenie zmenilo stav · zoradiť'));
  await eventually(() => expect(names()).toEqual(['Studňa', 'Farma']));
});

it('R4.5 a server that fails while sorting leaves the rows in place, with a message and a retry', async () => {
  const { server } = await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  fleet.devices = [WELL, POOL, { ...FARM, state: 'fault' }];
  tab.hide();
  await act(async () => tab.show());
  await eventually(() => expect(page.all('button', /zoradiť$/)).toHaveLength(1));
  server.routes[FLEET] = failure;
  await page.click(page.get('button', /zoradiť$/));
  await eventually(() => expect(page.text()).toContain('Server neodpovedá'));
  expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']);
  server.routes[FLEET] = fleetRoute(() => fleet.devices);
  await page.click(page.get('button', 'Skúsiť teraz'));
  await eventually(() => expect(names()).toEqual(['Studňa', 'Farma', 'Bazén']));
  expect(page.text()).toContain('aktualizuje sa naživo');
});

it('the way back from a device keeps filter and loaded rows', async () => {
  const { server, router, go } = await openList('?sort=alias');
  await eventually(() => expect(names()).toHaveLength(3));
  const before = server.requestsTo(FLEET).length;
  await go('/admin/overview?device=MNB-TE0003');
  await eventually(() => expect(names()).toHaveLength(0));
  await act(async () => router.history.back());
  await eventually(() => expect(names()).toEqual(['Bazén', 'Farma', 'Studňa']));
  expect(router.state.location.search).toEqual({ sort: 'alias' });
  expect(server.requestsTo(FLEET)).toHaveLength(before);
});
