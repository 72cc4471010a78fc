import { aDevice, anFcDevice } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { applied } from '../../testing/config.ts';
import { FakeEventSource, type Handler } from '../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { createPages } from '../../testing/pages.tsx';

freezeTime();

const OTHER = 'MNB-TE0002';
const FOREIGN = 'MNB-TE0003';
const lists = (devices: unknown[] = [aDevice({ alias: 'Studňa' }), aDevice({ id_dev: OTHER })]) => ({
  '/users-devices/get-devices': (() => ({ json: devices })) as Handler,
  '/users-devices/get-all-fc-devices': (() => ({
    json: [anFcDevice(), anFcDevice({ id: 'FC-TE0003', owner_dev_id: FOREIGN })],
  })) as Handler,
});

async function show(
  href = '/admin/dashboard',
  { roles = [], ...setting }: Parameters<typeof showLive>[1] & { roles?: string[] } = {},
) {
  const { pages, search } = await createPages(href, roles);
  const live = await showLive(pages, { routes: lists(), ...setting });
  await pass(0);
  // The notice for a missing device is loaded on demand.
  await act(() => vi.dynamicImportSettled());
  return { ...live, search };
}
const cards = () => page.all('link').filter((link) => link.getAttribute('href')?.includes('overview?device'));
const names = () =>
  cards().map((card) => ['Studňa', OTHER, FOREIGN].find((name) => page.textOf(card).startsWith(name)));
const groups = () => page.all('heading').map(page.textOf);
const STOPPED = { on_off_state_r: 3, frequency_fc: 0 };
const FAULT = { on_off_state_r: 4, frequency_fc: 0, pressure: 0 };

it.each([
  ['sk', 'StudňaVoda tečie · čerpadlo beží4,21 bar', `${OTHER}Nevieme · bez spojenia–`],
  ['gb', 'StudňaWater is flowing · pump running4.21 bar', `${OTHER}Unknown · not connected–`],
] as const)('R9.1 a card says in words whether there is water: %s', async (locale, well, other) => {
  await show('/admin/dashboard', { last: [measured({ pressure: 4.21 })], locale });
  expect(cards().map(page.textOf)).toEqual([other, well]);
});

it.each([
  ['sk', ['Čerpadlá', 'Treba sa pozrieť 1', 'V poriadku 1'], 'Voda netečie'],
  ['gb', ['Pumps', 'To be looked at 1', 'In order 1'], 'No water'],
] as const)('R9.1 pumps that need a person are first: %s', async (locale, headings, words) => {
  const last = [measured({}), measured(FAULT, { device_id: OTHER })];
  await show('/admin/dashboard', { last, online: [ID, OTHER], locale });
  expect(groups()).toEqual(headings);
  expect(names()).toEqual([OTHER, 'Studňa']);
  expect(page.textOf(cards()[0] as HTMLElement)).toContain(words);
});

it('R1.3 the shortcut to switch off shows the switch of the only pump, and presses nothing', async () => {
  const routes = {
    ...lists([aDevice({ alias: 'Studňa' })]),
    '/users-devices/get-all-fc-devices': () => ({ json: [anFcDevice()] }),
  };
  const { server } = await show('/admin/dashboard#stop', { routes, last: [measured({})] });
  await pass(0);
  expect(document.activeElement?.getAttribute('role')).toBe('switch');
  expect(server.requestsTo(`/mqtt/${ID}/start-stop`)).toEqual([]);
});

it('R1.3 with several pumps it asks which one, and leads to its switch', async () => {
  await show('/admin/dashboard#stop', { last: [measured({})] });
  expect(page.all('heading', 'Ktoré čerpadlo vypnúť?')).toHaveLength(1);
  expect(cards().map((card) => card.getAttribute('href'))).toContain(`/admin/overview?device=${ID}#stop`);
});

it('R4.17 a card says where the pump is; with a position the nearest is first, with its distance', async () => {
  const getCurrentPosition = (done: PositionCallback) =>
    done({ coords: { latitude: 48.7, longitude: 19.2 } } as GeolocationPosition);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  const place = { name: null, key_at: null, lon: 19.2 };
  const devices = [
    aDevice({ alias: 'Studňa', place: { ...place, address: 'Donovaly 87', lat: 48.88 } }),
    aDevice({ id_dev: OTHER, place: { ...place, address: 'Poniky 4', lat: 48.71 } }),
  ];
  await show('/admin/dashboard', {
    routes: lists(devices),
    last: [measured({}), measured({}, { device_id: OTHER })],
    online: [ID, OTHER],
  });
  expect(names()).toEqual(['Studňa', OTHER]);
  expect(page.textOf(cards()[0] as HTMLElement)).toContain('Donovaly 87');
  await page.click(page.get('button', 'Podľa vzdialenosti'));
  expect(names()).toEqual([OTHER, 'Studňa']);
  expect(page.textOf(cards()[0] as HTMLElement)).toContain('Poniky 4 · 1,1 km');
  Reflect.deleteProperty(navigator, 'geolocation');
  vi.unstubAllGlobals();
});

it('R9.1 a pump that rests or that a person switched off needs nobody', async () => {
  const last = [
    measured({ on_off_state_r: 2, frequency_fc: 0, pressure: 4.3 }),
    measured(STOPPED, { device_id: OTHER }),
  ];
  await show('/admin/dashboard', { last, online: [ID, OTHER] });
  expect(groups()).toEqual(['Čerpadlá', 'V poriadku 2']);
  expect(page.text()).toContain('všade je všetko v poriadku');
  expect(cards().map(page.textOf)).toEqual([
    'StudňaVoda je · oddychuje4,30 bar',
    `${OTHER}Vypnuté · vypnuté človekom3,90 bar`,
  ]);
});

it('R9.1 while a board connects its card has the state that the list had', async () => {
  const rests = { kind: 'there', tone: 'water', reason: 'resting' } as const;
  const routes = {
    ...lists(),
    '/users-devices/get-all-fc-devices': (() => ({ json: [anFcDevice({ water: rests })] })) as Handler,
  };
  await show('/admin/dashboard', { last: [measured(FAULT)], routes });
  const well = () =>
    cards()
      .map(page.textOf)
      .find((card) => card.startsWith('Studňa'));
  expect(well()).toContain('Voda netečie');
  await act(async () =>
    FakeEventSource.current.emit('online', { device_id: ID, online: false, connecting: true }),
  );
  await pass(20);
  expect(well()).toContain('Voda je · oddychuje');
});

it('R4.4 the card of an offline device shows its last pressure with its age', async () => {
  await show('/admin/dashboard', { last: [measured({ pressure: 4.21 }, {}, 7200)], online: [] });
  const [card] = cards();
  expect(card && page.textOf(card)).toBe('StudňaNevieme · bez spojenia4,21 barnaposledy pred 2 h');
});

it('R9.1 the card of a pump that a protection has stopped gives the reason', async () => {
  const routes = {
    ...lists(),
    '/users-devices/get-all-fc-devices': (() => ({
      json: [
        anFcDevice({ pump: 'stopped', stopped_by: 'DRY_RUN' }),
        anFcDevice({ id: 'FC-TE0002', owner_dev_id: OTHER, pump: 'stopped' }),
      ],
    })) as Handler,
  };
  const last = [measured(STOPPED), measured(STOPPED, { device_id: OTHER })];
  const { receiveFrame } = await show('/admin/dashboard', { last, online: [ID, OTHER], routes });
  const reasons = () => cards().filter((card) => page.textOf(card).includes('chod nasucho')).length;
  expect(reasons()).toBe(1);
  // The list is older than the frame: a running pump has no reason of a stop.
  await receiveFrame(measured({ on_off_state_r: 1, frequency_fc: 40 }));
  expect(reasons()).toBe(0);
});

it('R7.4 the card of a device names the alert that lasts, unless the state of the pump is not known', async () => {
  const alert = { sk: 'Podozrenie na únik vody', gb: 'Suspected water leak' };
  const routes = {
    ...lists(),
    '/users-devices/get-all-fc-devices': (() => ({
      json: [anFcDevice({ alert }), anFcDevice({ id: 'FC-TE0002', owner_dev_id: OTHER, alert })],
    })) as Handler,
  };
  const last = [measured({}), measured({}, { device_id: OTHER })];
  await show('/admin/dashboard', { last, online: [ID], routes });
  expect(cards().filter((card) => page.textOf(card).includes(alert.sk))).toHaveLength(1);
});

it('cards are sorted when the device list changes, not when a pump fails', async () => {
  const { receiveFrame, server } = await show('/admin/dashboard', {
    last: [measured({}), measured({}, { device_id: OTHER })],
    online: [ID, OTHER],
  });
  await receiveFrame(measured(FAULT, { device_id: OTHER, ts: T + 1 }));
  expect(page.text()).toContain('Voda netečie');
  expect(names()).toEqual(['Studňa', OTHER]);
  Object.assign(
    server.routes,
    lists([aDevice({ alias: 'Studňa' }), aDevice({ id_dev: OTHER }), aDevice({ id_dev: FOREIGN })]),
  );
  FakeEventSource.current.emit('devices', {});
  await pass(20);
  expect(names()).toEqual([OTHER, FOREIGN, 'Studňa']);
});

it('R4.15 the list of pumps has no controls; a card leads to the page of its pump', async () => {
  await show('/admin/dashboard', { last: [measured({})] });
  for (const role of ['switch', 'checkbox'] as const) expect(page.all(role)).toEqual([]);
  expect(document.querySelector('[role=spinbutton]')).toBeNull();
  expect(page.get('link', new RegExp(`^${OTHER}`)).getAttribute('href')).toContain(
    `overview?device=${OTHER}`,
  );
});

it('R4.15 the only pump is shown itself', async () => {
  const { search } = await show('/admin/dashboard', {
    last: [measured({})],
    routes: {
      ...lists([aDevice({ alias: 'Studňa' })]),
      '/users-devices/get-all-fc-devices': () => ({ json: [anFcDevice()] }),
    },
  });
  expect(page.get('heading', 'Studňa')).toBeTruthy();
  expect(page.textOf(page.get('region', 'Studňa'))).toContain('Voda tečie');
  expect(search()).toEqual({ device: ID });
});

it('R4.7, R4.8 the folded values have meters and analog inputs of the chosen device', async () => {
  localStorage.setItem('values-open', 'true');
  const config = {
    AnalogInput2: {
      enabled: 1,
      normalizer: 1,
      unit: 'm',
      min: 0,
      max: 6,
      minRefVoltage: 0,
      maxRefVoltage: 10,
    },
  } as const;
  await show(`/admin/dashboard?device=${ID}`, {
    last: [measured({ electro_meter: 1284.8, analog_input_2: 5 })],
    routes: { ...lists(), [`/devices/${ID}/config`]: applied(config) },
  });
  expect(page.textOf(page.get('region', 'Počítadlá'))).toContain('1 284,8 kWh');
  expect(page.textOf(page.get('region', 'Analógové vstupy'))).toContain('3,00 m');
});

it('R7.2 staff can open a device outside their list, and the stream subscribes to its ID', async () => {
  await show(`/admin/dashboard?device=${FOREIGN}`);
  expect(page.get('heading', FOREIGN)).toBeTruthy();
  expect(FakeEventSource.current.url).toContain(`device_id=${FOREIGN}`);
});

it('the dashboard shows a not-found notice for an unknown device', async () => {
  await show('/admin/dashboard?device=MNB-NONE01');
  expect(page.textOf(page.get('alert'))).toContain('Zariadenie MNB-NONE01 sa nenašlo');
  expect(page.get('link', 'Späť na nástenku').getAttribute('href')).toBe('/admin/dashboard');
});

it('R4.1 the dashboard without devices links to the page that adds one', async () => {
  await show('/admin/dashboard', { routes: lists([]), online: [] });
  expect(page.text()).toContain('Pridajte, prosím, zariadenie');
  expect(page.get('link', 'Pridať zariadenie').getAttribute('href')).toBe('/admin/add-device');
});

it.each([
  ['Super Seller', 'Všetky čerpadlá', '/admin/super-seller/main-list'],
  ['Seller', 'Čerpadlá zákazníkov', '/admin/seller'],
  ['Technician', 'Práca', '/admin/technician'],
])(
  'R7.1 the dashboard of a %s without own devices links to the devices of others',
  async (role, name, href) => {
    await show('/admin/dashboard', { routes: lists([]), online: [], roles: [role] });
    expect(page.get('link', name).getAttribute('href')).toBe(href);
  },
);

it('a device list that fails to load has a retry button', async () => {
  const routes = lists();
  const { server } = await show('/admin/dashboard', {
    routes: {
      ...routes,
      '/users-devices/get-devices': () => ({ status: 500, json: { detail: 'INTERNAL' } }),
    },
  });
  expect(page.textOf(page.get('alert'))).toContain('Zoznam zariadení sa nepodarilo načítať');
  Object.assign(server.routes, routes);
  await page.click(page.get('button', 'Skúsiť znova'));
  await pass(0);
  expect(cards()).toHaveLength(2);
});

it('the device list is refetched on a devices event', async () => {
  const { server } = await show(`/admin/dashboard?device=${ID}`);
  Object.assign(server.routes, lists([aDevice({ alias: 'Nové meno' })]));
  FakeEventSource.current.emit('devices', {});
  await pass(0);
  expect(page.get('heading', 'Nové meno')).toBeTruthy();
});

it('R9.1 the page shows a banner without a server, and the water becomes unknown', async () => {
  const { loseServer } = await show(`/admin/dashboard?device=${ID}`, { last: [measured({})] });
  expect(page.text()).toContain('Pripojené');
  await loseServer();
  expect(page.text()).not.toContain('Pripojené');
  expect(page.text()).toContain('Server nie je dostupný. Zobrazené sú posledné známe hodnoty.');
  await pass(60_000);
  expect(page.get('region', 'Studňa').dataset.water).toBe('unknown');
  expect(page.text()).toContain('Naposledy voda tiekla.');
});

it.each([
  ['the converter', 'FC-TE0003', 'FC-TE0001'],
  ['the board, if another board names the same converter', 'FC-TE0001', ID],
])('R6.4 the meters of a device are requested by the ID of %s', async (_case, otherFcId, expected) => {
  localStorage.setItem('values-open', 'true');
  const converters = [anFcDevice(), anFcDevice({ id: otherFcId, owner_dev_id: FOREIGN })];
  const routes = { ...lists(), '/users-devices/get-all-fc-devices': () => ({ json: converters }) };
  const { server } = await show(`/admin/dashboard?device=${ID}`, { roles: ['Technician'], routes });
  const requested = server.requests.flatMap(
    ({ path }) =>
      /\/devices\/(.+)\/get-fc-config\/(?:electro_meter|motor_operating_hours)/.exec(path)?.[1] ?? [],
  );
  expect([...new Set(requested)]).toEqual([expected]);
});
