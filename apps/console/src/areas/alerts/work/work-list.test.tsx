import type { Alert } from '@manoboard/contract/alert/alert';
import type { WorkDevice } from '@manoboard/contract/alert/work';
import { aNumberedAlert } from '@manoboard/testkit/alert-factories';
import { act } from 'react';
import { expect, it } from 'vitest';
import { resetLive } from '../../../device/live/live.ts';
import { setLocale } from '../../../lib/texts/locale-store.ts';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { aUser, eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';

const nowS = Math.floor(Date.now() / 1000);

const anAlert = (id: number, change: Partial<Alert> = {}) =>
  aNumberedAlert(id, {
    timestamp: nowS - 840,
    since_timestamp: nowS - 840,
    id_dev: `MNB-TE000${id}`,
    owner: { name: 'Eva Vodná', phone_number: '+421 905 118 240' },
    ...change,
  });

const anOffline: WorkDevice = {
  kind: 'offline',
  id_dev: 'MNB-TE0009',
  alias: 'Chata',
  address: null,
  owner: { name: 'Ján Varga', phone_number: null },
  since: nowS - 7200,
  lock_out: null,
  assignee: null,
};
const aLockedOut: WorkDevice = {
  ...anOffline,
  kind: 'locked_out',
  since: nowS - 90_000,
  lock_out: {
    id: 3,
    reason: 'Výmena ventilu',
    by: { user_id: 99, name: 'Peter Horváth' },
    since: nowS - 90_000,
    until: null,
  },
};

const aVisit = {
  id: 1,
  version: 1,
  id_dev: 'MNB-TE0007',
  alias: 'Penzión Lipa',
  address: 'Detva',
  owner: null,
  alert_id: null,
  day: '2099-05-01',
  part: 'afternoon',
  technician: { user_id: aUser.id, name: 'Jana Kováčová' },
  note: 'Výmena filtra',
  state: 'agreed',
  wish: null,
  timestamp: nowS,
};

function routesOf(alerts: Alert[], devices: WorkDevice[] = []) {
  const store = { alerts, devices };
  const routes: Record<string, Handler> = {
    ...loggedIn(['Technician']),
    '/alerts': ({ path }) => {
      const ids = new URLSearchParams(path.split('?')[1]).getAll('id').map(Number);
      const items = store.alerts.filter(({ id }) => ids.length === 0 || ids.includes(id));
      return {
        json: { items, total: items.length, next: null, open: { info: 0, warning: 0, alarm: 1 }, shelved: 0 },
      };
    },
    '/work/devices': () => ({ json: { items: store.devices, total: store.devices.length } }),
  };
  return { store, routes };
}

async function open(routes: Record<string, Handler>) {
  resetLive();
  return openApp('/admin/technician', { routes });
}
const cards = (group: string) =>
  [...page.get('region', group).querySelectorAll('li')].map((card) => page.textOf(card));
async function found(role: 'button', name: RegExp) {
  await eventually(() => expect(page.all(role, name)).toHaveLength(1));
  return page.get(role, name);
}
const mine = { user_id: aUser.id, name: 'Jana Kováčová', since: nowS - 60 };
const others = { user_id: 99, name: 'Peter Horváth', since: nowS - 540 };

it('R7.1 R7.4 the day of a technician: at once what is urgent, with place, key, map and call, and what was agreed', async () => {
  const place = { name: null, address: 'Lesná 14, Zvolen', lat: null, lon: null, key_at: 'pani Kováčová' };
  const { routes } = routesOf(
    [
      anAlert(1, { notes: 'Pozor na psa.', place }),
      anAlert(2, { cleared_timestamp: nowS - 60 }),
      anAlert(3, { severity: 'warning', titles: { sk: 'Voda netečie', gb: 'No flow' } }),
    ],
    [anOffline],
  );
  const today = new Date().toISOString().slice(0, 10);
  routes['/work/visits'] = () => ({
    json: {
      items: [
        { ...aVisit, day: today },
        { ...aVisit, id: 2, id_dev: 'MNB-TE0008', day: '2099-05-01' },
      ],
      technicians: [],
    },
  });
  await open(routes);
  await eventually(() => expect(cards('Hneď')).toHaveLength(3));
  expect(cards('Hneď')[0]).toMatch(
    /^Chod nasuchoStudňa 1 · Lesná 14, Zvolen14 minVeta 1\..*pani Kováčová.*Pozor na psa\./,
  );
  expect(cards('Hneď')[2]).toContain('Zariadenie je offlineChata');
  await eventually(() => expect(cards('Dohodnuté')).toHaveLength(1));
  expect(cards('Dohodnuté')[0]).toContain('Penzión Lipa');
  expect(page.all('region', 'Tento týždeň')).toEqual([]);
  const card = page.get('region', 'Hneď');
  expect(card.querySelector('a[href*="openstreetmap"]')?.getAttribute('href')).toContain('Lesn%C3%A1%2014');
  expect(card.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+421905118240');
  await page.click(page.get('radio', /^Tento týždeň/));
  expect(cards('Tento týždeň')[0]).toContain('Voda netečie');
});

it('R7.5 an alert is taken and given back', async () => {
  const { routes } = routesOf([anAlert(1)]);
  routes['/alerts/1/assignee'] = ({ method }) => ({
    json: anAlert(1, { assignee: method === 'PUT' ? mine : null }),
  });
  await open(routes);
  await eventually(() => expect(cards('Hneď')).toHaveLength(1));
  await page.click(page.get('button', 'Beriem si to: Chod nasucho, Studňa 1'));
  await eventually(() => expect(cards('Hneď')[0]).toContain('Beriete vy'));
  await page.click(page.get('radio', /^Moje/));
  expect(cards('Hneď')).toHaveLength(1);
  await page.click(page.get('button', 'Pustiť: Chod nasucho, Studňa 1'));
  await eventually(() => expect(page.get('status', /^Tu nič nie je/)).toBeTruthy());
});

it('R7.5 the second of two takers gets the name of the first', async () => {
  const { routes } = routesOf([anAlert(1)]);
  routes['/alerts/1/assignee'] = () => ({ status: 409, json: { detail: 'ALERT_TAKEN', assignee: others } });
  await open(routes);
  await eventually(() => expect(cards('Hneď')).toHaveLength(1));
  await page.click(page.get('button', 'Beriem si to: Chod nasucho, Studňa 1'));
  await eventually(() => expect(page.text()).toMatch(/Už to má na starosti Peter Horváth, od \d/));
  expect(cards('Hneď')[0]).toContain('Peter Horváth');
  expect(page.all('button', /^Beriem si to/)).toEqual([]);
});

it('R7.5 an offline device is taken; the second of two takers gets the name of the first', async () => {
  const { routes } = routesOf([], [anOffline]);
  const path = '/devices/MNB-TE0009/work/offline/assignee';
  routes[path] = () => ({ status: 409, json: { detail: 'ALERT_TAKEN', assignee: others } });
  await open(routes);
  await eventually(() => expect(cards('Hneď')).toHaveLength(1));
  await page.click(page.get('button', 'Beriem si to: Zariadenie je offline, Chata'));
  await eventually(() => expect(page.text()).toMatch(/Už to má na starosti Peter Horváth, od \d/));
  expect(cards('Hneď')[0]).toContain('Peter Horváth');
  expect(page.all('button', /^Beriem si to/)).toEqual([]);
});

it('R5.10 R7.5 a lock-out tag shows its author, reason and age, and is taken and given back', async () => {
  const { routes } = routesOf([], [aLockedOut]);
  routes['/devices/MNB-TE0009/work/locked_out/assignee'] = ({ method }) => ({
    json: { assignee: method === 'PUT' ? mine : null },
  });
  await open(routes);
  await eventually(() => expect(cards('Hneď')).toHaveLength(1));
  expect(cards('Hneď')[0]).toContain('Pracuje sa na ňomChata25 hPeter Horváth: „Výmena ventilu“');
  await page.click(page.get('button', 'Beriem si to: Pracuje sa na ňom, Chata'));
  await eventually(() => expect(cards('Hneď')[0]).toContain('Beriete vy'));
  await page.click(page.get('button', 'Pustiť: Pracuje sa na ňom, Chata'));
  await eventually(() => expect(page.all('button', /^Beriem si to/)).toHaveLength(1));
});

it('R7.5 a device whose cause has ended meanwhile leaves the list with a message', async () => {
  const { store, routes } = routesOf([], [anOffline]);
  routes['/devices/MNB-TE0009/work/offline/assignee'] = () => {
    store.devices = [];
    return { status: 409, json: { detail: 'WORK_ENDED' } };
  };
  await open(routes);
  await page.click(await found('button', /^Beriem si to/));
  await eventually(() => expect(page.text()).toContain('Dôvod medzitým pominul'));
  await eventually(() => expect(page.get('status', /^Nič nečaká na človeka/)).toBeTruthy());
});

it('R1.1 the sentence of an alert follows the language of the screen, not of the account', async () => {
  const { routes } = routesOf([anAlert(1)]);
  await open(routes);
  await eventually(() => expect(cards('Hneď')[0]).toContain('Veta 1.'));
  await act(() => setLocale('gb'));
  await eventually(() => expect(cards('At once')[0]).toContain('Sentence 1.'));
});

it('R7.5 the assignee of a device appears live', async () => {
  const { store, routes } = routesOf([], [anOffline]);
  await open(routes);
  await found('button', /^Beriem si to/);
  store.devices = [{ ...anOffline, assignee: others }];
  await act(async () => FakeEventSource.current.emit('work', { device_id: 'MNB-TE0009' }));
  await eventually(() => expect(cards('Hneď')[0]).toContain('Peter Horváth'));
});

it('R7.4 the assignee of another person appears live', async () => {
  const { store, routes } = routesOf([anAlert(1)]);
  await open(routes);
  await eventually(() => expect(page.all('button', /^Beriem si to/)).toHaveLength(1));
  store.alerts = [anAlert(1, { assignee: others })];
  await act(async () =>
    FakeEventSource.current.emit('alert', { device_id: 'MNB-TE0001', alert_id: 1, change: 'taken' }),
  );
  await eventually(() => expect(cards('Hneď')[0]).toContain('Peter Horváth'));
});

it('R7.4 an empty work list names the reason', async () => {
  await open(routesOf([]).routes);
  await eventually(() => expect(page.get('status', /^Nič nečaká na človeka/)).toBeTruthy());
});

it('R7.4 a work list without its devices states that it is incomplete', async () => {
  const { routes } = routesOf([anAlert(1)]);
  routes['/work/devices'] = () => ({ status: 403, json: { detail: 'FORBIDDEN' } });
  await open(routes);
  await eventually(() => expect(page.text()).toContain('zoznam je neúplný'));
  expect(cards('Hneď')).toHaveLength(1);
});
