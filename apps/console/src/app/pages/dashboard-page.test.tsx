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
const cards = () => page.all('link').filter((link) => link.getAttribute('href')?.includes('dashboard?'));
const names = () =>
  cards().map((card) => ['Studňa', OTHER, FOREIGN].find((name) => page.textOf(card).startsWith(name)));

it('R4.4 the dashboard has a card for each device with name, state and values with units', async () => {
  await show('/admin/dashboard', {
    last: [measured({ pressure: 4.21, frequency_fc: 42.6, temperature_fc: 46.1 })],
  });
  expect(cards().map(page.textOf)).toEqual([
    `${OTHER}Zariadenie je offlineTlak–NedostupnéFrekvencia–NedostupnéMenič–Nedostupné`,
    'StudňaBežípráve terazTlak4,21 barFrekvencia42,6 HzMenič46,1 °C',
  ]);
  expect(page.text()).toContain('2 zariadenia · 1 offline · 1 beží');
});

it('R4.4 the card of an offline device shows its last known values with their age', async () => {
  await show('/admin/dashboard', { last: [measured({ pressure: 4.21 }, {}, 7200)], online: [] });
  const card = cards()[0];
  expect(card && page.textOf(card)).toContain('Zariadenie je offlinepred 2 h');
  expect(card && page.textOf(card)).toContain('Tlak4,21 barnaposledy pred 2 h');
  // It is unknown whether the pump runs.
  expect(page.text()).toContain('2 zariadenia');
  expect(page.text()).not.toContain('žiadne nebeží');
});

it.each([
  ['sk', '2 zariadenia · žiadne nebeží'],
  ['gb', '2 devices · none running'],
] as const)(
  'R5.3 the summary says "none running" when the state of all pumps is known: %s',
  async (locale, words) => {
    const stopped = { on_off_state_r: 3, frequency_fc: 0 };
    const last = [measured(stopped), measured(stopped, { device_id: OTHER })];
    await show('/admin/dashboard', { last, online: [ID, OTHER], locale });
    expect(page.text()).toContain(words);
  },
);

it.each([
  ['sk', '2 zariadenia · 1 porucha · 1 beží'],
  ['gb', '2 devices · 1 fault · 1 running'],
] as const)('R5.1 a fault is in the summary, and its card is first: %s', async (locale, words) => {
  const last = [measured({}), measured({ on_off_state_r: 4, frequency_fc: 0 }, { device_id: OTHER })];
  await show('/admin/dashboard', { last, online: [ID, OTHER], locale });
  expect(page.text()).toContain(words);
  expect(names()).toEqual([OTHER, 'Studňa']);
});

it.each([
  ['sk', '2 zariadenia · 1 porucha · 1 beží (posledný známy stav)'],
  ['gb', '2 devices · 1 fault · 1 running (last known state)'],
] as const)('R4.5 the summary is not live while the server does not answer: %s', async (locale, words) => {
  const last = [measured({}), measured({ on_off_state_r: 4, frequency_fc: 0 }, { device_id: OTHER })];
  const { loseServer } = await show('/admin/dashboard', { last, online: [ID, OTHER], locale });
  const marked = () => [...document.querySelectorAll('header strong')].map(page.textOf);
  expect(marked()).toHaveLength(1);
  await loseServer();
  expect(page.text()).toContain(words);
  expect(marked()).toEqual([]);
});

it('R5.3 the card of a pump that a protection has stopped gives the reason', async () => {
  const stopped = { on_off_state_r: 3, frequency_fc: 0 };
  const routes = {
    ...lists(),
    '/users-devices/get-all-fc-devices': (() => ({
      json: [
        anFcDevice({ pump: 'stopped', stopped_by: 'DRY_RUN' }),
        anFcDevice({ id: 'FC-TE0002', owner_dev_id: OTHER, pump: 'stopped' }),
      ],
    })) as Handler,
  };
  const last = [measured(stopped), measured(stopped, { device_id: OTHER })];
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
  await receiveFrame(measured({ on_off_state_r: 4, frequency_fc: 0 }, { device_id: OTHER, ts: T + 1 }));
  expect(page.text()).toContain('1 porucha');
  expect(names()).toEqual(['Studňa', OTHER]);
  Object.assign(
    server.routes,
    lists([aDevice({ alias: 'Studňa' }), aDevice({ id_dev: OTHER }), aDevice({ id_dev: FOREIGN })]),
  );
  FakeEventSource.current.emit('devices', {});
  await pass(20);
  expect(names()).toEqual([OTHER, FOREIGN, 'Studňa']);
});

it('R4.4 the card of an offline device is translated to English', async () => {
  await show('/admin/dashboard', { last: [measured({ pressure: 4.21 }, {}, 120)], online: [], locale: 'gb' });
  const card = cards()[0];
  expect(card && page.textOf(card)).toContain('Device is offline2 min ago');
  expect(card && page.textOf(card)).toContain('Pressure4.21 barlast known 2 min ago');
  expect(page.text()).toContain('2 devices');
  expect(page.text()).not.toContain('none running');
});

it('R4.15 the dashboard shows no controls without a choice; a card sets the device in the address', async () => {
  const { search } = await show('/admin/dashboard', { last: [measured({})] });
  expect(page.text()).toContain('Vyberte zariadenie, ktoré chcete ovládať');
  for (const role of ['switch', 'checkbox'] as const) expect(page.all(role)).toEqual([]);
  expect(document.querySelector('[role=spinbutton]')).toBeNull();
  await page.click(page.get('link', new RegExp(`^${OTHER}`)));
  await pass(0);
  expect(search()).toEqual({ device: OTHER });
  expect(page.get('heading', OTHER)).toBeTruthy();
  expect(page.get('link', new RegExp(`^${OTHER}`)).getAttribute('aria-current')).toBeTruthy();
});

it('R4.15 the only device is chosen automatically', async () => {
  const { search } = await show('/admin/dashboard', {
    last: [measured({})],
    routes: {
      ...lists([aDevice({ alias: 'Studňa' })]),
      '/users-devices/get-all-fc-devices': () => ({ json: [anFcDevice()] }),
    },
  });
  expect(page.get('heading', 'Studňa')).toBeTruthy();
  expect(search()).toEqual({ device: ID });
});

it('R4.7, R4.8 the dashboard shows meters and analog inputs of the chosen device', async () => {
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
  expect(page.textOf(page.value('Elektromer'))).toContain('1 284,8 kWh');
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

it('the dashboard shows a banner without a server, and values become stale', async () => {
  const { loseServer } = await show(`/admin/dashboard?device=${ID}`, { last: [measured({})] });
  expect(page.text()).toContain('Pripojené');
  await loseServer();
  expect(page.text()).not.toContain('Pripojené');
  expect(page.text()).toContain('Server nie je dostupný. Zobrazené sú posledné známe hodnoty.');
  await pass(60_000);
  expect(page.get('region', 'Čerpadlo').dataset.state).toBe('stale');
  expect(page.text()).toContain('2 zariadenia');
  expect(page.text()).not.toContain('žiadne nebeží');
  expect(page.all('link', /^Studňa.*pred 1 min/)).toHaveLength(1);
});

it.each([
  ['the converter', 'FC-TE0003', 'FC-TE0001'],
  ['the board, if another board names the same converter', 'FC-TE0001', ID],
])('R6.4 the meters of a device are requested by the ID of %s', async (_case, otherFcId, expected) => {
  const converters = [anFcDevice(), anFcDevice({ id: otherFcId, owner_dev_id: FOREIGN })];
  const routes = { ...lists(), '/users-devices/get-all-fc-devices': () => ({ json: converters }) };
  const { server } = await show(`/admin/dashboard?device=${ID}`, { roles: ['Technician'], routes });
  const requested = server.requests.flatMap(
    ({ path }) =>
      /\/devices\/(.+)\/get-fc-config\/(?:electro_meter|motor_operating_hours)/.exec(path)?.[1] ?? [],
  );
  expect([...new Set(requested)]).toEqual([expected]);
});
