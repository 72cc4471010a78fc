import type { FleetDevice } from '@manoboard/contract/nouns/fleet';
import { aFleetDevice, aLastData, someLastValues } from '@manoboard/testkit/factories';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { resetLive } from '../../device/live/live.ts';
import { fleetRoute } from '../../testing/fake-fleet.ts';
import { FakeEventSource, type Handler } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import { tab } from '../../testing/tab.ts';
import { eventually, field, loggedIn, openApp, setWidth, type } from '../../testing/whole-app.tsx';

const FLEET = '/devices/fleet';
const SEARCH = 'Hľadať podľa názvu, ID, vlastníka, adresy alebo telefónu';
const failure: Handler = () => ({ status: 500, json: { detail: 'INTERNAL' } });
const nowS = () => Math.floor(Date.now() / 1000);

const WELL = aFleetDevice({
  id_dev: 'MNB-TE0001',
  alias: 'Studňa',
  state: 'fault',
  reason: { kind: 'protection', code: 'DRY_RUN' },
  open_alerts: 2,
  worst_severity: 'alarm',
  owner: { name: 'Eva', surname: 'Vodná', email: 'eva@example.com', phone_number: '+421 905 118 240' },
  address: 'Lesná 14, Zvolen',
  version: '1.3.6',
  is_outdated: true,
});
const POOL = aFleetDevice({ id_dev: 'MNB-TE0002', alias: 'Bazén', state: 'stopped', locked_out: true });
const FARM = aFleetDevice({ id_dev: 'MNB-TE0003', alias: 'Farma', state: 'running' });
let devices: FleetDevice[] = [];

beforeEach(async () => {
  await setWidth(1440);
  devices = [WELL, POOL, FARM].map((device) => ({ ...device, last_contact: nowS() }));
  resetLive();
});

const openList = (search = '', change: Record<string, Handler> = {}) =>
  openApp(`/admin/seller${search}`, {
    routes: {
      ...loggedIn(['Seller']),
      '/api-requests/online-devices': () => ({ json: devices.map(({ id_dev }) => id_dev) }),
      [FLEET]: fleetRoute(() => devices),
      ...change,
    },
  });

const rows = () => [...document.querySelectorAll('tr[data-index]')].map(page.textOf);
const names = () => [...document.querySelectorAll('tr[data-index] th a')].map(page.textOf);
const chip = (name: RegExp) => page.get('button', name);
const focused = () => page.textOf(document.activeElement ?? document.body);
const press = (key: string, target: EventTarget = document.activeElement ?? document.body) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });

it('R7.2 a row shows device, state with reason, owner, phone, address, alerts, firmware and last contact', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(rows()[0]).toContain('StudňaMNB-TE0001 · GD10Porucha');
  expect(rows()[0]).toMatch(/Eva Vodná\+421 905 118 240Lesná 14, Zvolen ?2.*1\.3\.6.*práve teraz/);
  expect(rows()[1]).toContain('Človek pri čerpadle');
  expect(page.get('link', '+421 905 118 240').getAttribute('href')).toBe('tel:+421905118240');
  expect(page.get('link', 'Lesná 14, Zvolen').getAttribute('href')).toBe(
    'geo:0,0?q=Lesn%C3%A1%2014%2C%20Zvolen',
  );
  expect(page.get('link', 'Farma').getAttribute('href')).toBe('/admin/overview?device=MNB-TE0003');
  expect(page.text()).toContain('Treba človeka 1');
  expect(page.text()).toContain('Ostatné 2');
  expect(page.text()).toContain('3 zariadenia · 3 pripojené · aktualizuje sa naživo');
});

it('a stopped pump shows the protection that stopped it, and an unknown one the silent hop', async () => {
  devices = [
    { ...POOL, reason: { kind: 'protection', code: 'DRY_RUN' } },
    { ...FARM, state: 'stale', reason: { kind: 'link', code: 'converter' } },
  ];
  await openList();
  await eventually(() => expect(page.text()).toContain('Doska čerpadlo zastavila: chod nasucho.'));
  expect(page.text()).toContain('Frekvenčný menič neodpovedá');
});

it('the counts are filters, and the filter is in the address and in the CSV link', async () => {
  const { router, server } = await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(page.textOf(chip(/^Porucha/))).toBe('Porucha 1');
  await page.click(chip(/^Beží/));
  await eventually(() => expect(names()).toEqual(['Farma']));
  expect(server.requestsTo(FLEET)).toHaveLength(2);
  expect(router.state.location.search).toEqual({ state: 'running' });
  expect(chip(/^Beží/).getAttribute('aria-pressed')).toBe('true');
  expect(page.get('link', 'CSV').getAttribute('href')).toBe('/api/devices/fleet.csv?state=running');
  await page.click(chip(/^Starý firmvér/));
  await eventually(() => expect(server.requestsTo(FLEET).at(-1)?.path).toContain('outdated=true'));
  await page.click(chip(/^Všetky/));
  await eventually(() => expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']));
  expect(router.state.location.search).toEqual({});
});

it('search and order come from the address, and typing changes it after a pause', async () => {
  const { router } = await openList('?q=a&sort=alias&order=desc');
  await eventually(() => expect(names()).toEqual(['Studňa', 'Farma', 'Bazén']));
  expect(field(SEARCH).value).toBe('a');
  const head = () => document.querySelector('th[data-column=alias]');
  expect(head()?.getAttribute('aria-sort')).toBe('descending');
  await page.click(page.get('button', 'Zariadenie'));
  await eventually(() => expect(names()).toEqual(['Bazén', 'Farma', 'Studňa']));
  expect(head()?.getAttribute('aria-sort')).toBe('ascending');
  expect(router.state.location.search).toEqual({ q: 'a', sort: 'alias' });
  await type(SEARCH, 'farm');
  await eventually(() => expect(names()).toEqual(['Farma']));
  expect(router.state.location.search).toEqual({ q: 'farm', sort: 'alias' });
});

it('an invalid filter in the address is ignored', async () => {
  await openList('?state=broken&sort=nothing&order=up');
  await eventually(() => expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']));
});

it('R4.4 a state changes in place; rows are sorted only on request', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  await eventually(() => expect(FakeEventSource.current.url).toContain('device_id=MNB-TE0003'));
  await act(async () =>
    FakeEventSource.current.emit('snapshot', {
      now: nowS(),
      last_data: devices.map(({ id_dev }) =>
        aLastData({ device_id: id_dev, ts: nowS(), received_at: nowS(), data: someLastValues({}) }),
      ),
      online: ['MNB-TE0001', 'MNB-TE0002'],
      commands: [],
    }),
  );
  await eventually(() => expect(rows()[2]).toContain('Offline'));
  expect(names()).toEqual(['Studňa', 'Bazén', 'Farma']);
  await eventually(() => expect(page.all('button', /zmenil.* stav · zoradiť$/)).toHaveLength(1));
  devices = [WELL, POOL, { ...FARM, state: 'offline' }];
  await page.click(page.get('button', /zoradiť$/));
  await eventually(() => expect(names()).toEqual(['Studňa', 'Farma', 'Bazén']));
});

it('the poll updates counts and states of loaded rows and offers the new order', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  devices = [WELL, POOL, { ...FARM, state: 'fault' }];
  tab.hide();
  await act(async () => tab.show());
  await eventually(() => expect(rows()[2]).toContain('Porucha'));
  expect(page.textOf(chip(/^Porucha/))).toBe('Porucha 2');
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
  expect(document.querySelector('table[data-stale]')).toBeTruthy();
  expect(names()).toHaveLength(3);
  expect(page.text()).not.toContain('naživo');
  server.routes[FLEET] = fleetRoute(() => devices);
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

it('filters that match no device can be cleared', async () => {
  await openList('?q=zzz');
  await eventually(() => expect(page.text()).toContain('Tomuto výberu nezodpovedá žiadne zariadenie'));
  await page.click(page.get('button', 'Zrušiť filtre'));
  await eventually(() => expect(names()).toHaveLength(3));
  expect(field(SEARCH).value).toBe('');
});

it('keyboard: / focuses the search, arrow keys, Home and End move between rows', async () => {
  await openList();
  await eventually(() => expect(rows()).toHaveLength(3));
  await press('/');
  expect(document.activeElement).toBe(field(SEARCH));
  for (const [key, name] of [
    ['ArrowDown', 'Studňa'],
    ['ArrowDown', 'Bazén'],
    ['End', 'Farma'],
    ['ArrowDown', 'Farma'],
    ['ArrowUp', 'Bazén'],
    ['Home', 'Studňa'],
  ] as const) {
    await press(key);
    expect(focused()).toBe(name);
  }
});

it('of many devices only the rows near the window are rendered, and the next page loads before its end', async () => {
  devices = Array.from({ length: 250 }, (_, i) => ({ ...FARM, id_dev: `MNB-${String(i).padStart(6, '0')}` }));
  const { server } = await openList();
  await eventually(() => expect(rows().length).toBeGreaterThan(5));
  expect(rows().length).toBeLessThan(60);
  expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('251');
  await act(async () => {
    window.scrollTo(0, 4500);
    window.dispatchEvent(new Event('scroll'));
  });
  await eventually(() => expect(server.requestsTo(FLEET).at(-1)?.path).toContain('cursor=0-100-0'));
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

it('columns and named filters are stored for the user in this browser', async () => {
  const { leave, router } = await openList('?state=fault');
  await eventually(() => expect(names()).toEqual(['Studňa']));
  await page.click(page.get('button', 'Stĺpce'));
  const [address] = page.all('button', 'Adresa').filter((button) => button.hasAttribute('aria-pressed'));
  if (address) await page.click(address);
  expect(document.querySelector('th[data-column=address]')).toBeNull();
  await page.click(page.get('button', 'Uložené'));
  await type('Názov filtra', 'Poruchy');
  await act(async () => document.querySelector('form')?.requestSubmit());
  await page.click(chip(/^Všetky/));
  await eventually(() => expect(names()).toHaveLength(3));
  await page.click(page.get('button', 'Uložené'));
  await page.click(page.get('button', 'Poruchy'));
  await eventually(() => expect(router.state.location.search).toEqual({ state: 'fault' }));
  await leave();
  await openList();
  await eventually(() => expect(names()).toHaveLength(3));
  expect(document.querySelector('td[data-column=address]')).toBeNull();
  await page.click(page.get('button', 'Uložené'));
  await page.click(page.get('button', 'Zmazať filter Poruchy'));
  expect(page.text()).toContain('Zatiaľ nemáte uložený žiadny filter.');
});

it('R1.10 on a phone the list is made of cards with a choice of the order', async () => {
  await setWidth(390);
  const { router } = await openList();
  const cards = () => [...document.querySelectorAll('li[data-index]')].map(page.textOf);
  await eventually(() => expect(cards()).toHaveLength(3));
  expect(document.querySelector('table')).toBeNull();
  expect(cards()[0]).toContain('Studňa');
  await page.click(page.get('button', 'Zoradiť'));
  await page.click(page.get('button', 'Zariadenie'));
  await eventually(() => expect(cards()[0]).toContain('Bazén'));
  expect(router.state.location.search).toEqual({ sort: 'alias' });
});
