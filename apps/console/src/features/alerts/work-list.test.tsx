import type { Alert } from '@manoboard/contract/nouns/alert';
import type { FleetDevice } from '@manoboard/contract/nouns/fleet';
import { act } from 'react';
import { expect, it } from 'vitest';
import { resetLive } from '../../device/live/live.ts';
import { FakeEventSource, type Handler } from '../../testing/fake-server.ts';
import { page } from '../../testing/page.tsx';
import { aUser, eventually, loggedIn, openApp } from '../../testing/whole-app.tsx';

const nowS = Math.floor(Date.now() / 1000);

const anAlert = (id: number, change: Partial<Alert> = {}): Alert => ({
  id,
  timestamp: nowS - 840,
  code: 'DRY_RUN',
  severity: 'alarm',
  description: `Veta ${id}.`,
  resolved: false,
  resolved_timestamp: null,
  resolved_by: null,
  cleared_timestamp: null,
  mail_sent: false,
  mail_sent_timestamp: null,
  owner_id: `FC-TE${id}`,
  id_dev: `MNB-TE000${id}`,
  alias: `Studňa ${id}`,
  address: 'Lesná 14, Zvolen',
  owner: { name: 'Eva Vodná', phone_number: '+421 905 118 240' },
  assignee: null,
  notes: null,
  ...change,
});

const aDevice: FleetDevice = {
  id_dev: 'MNB-TE0009',
  fc_id: 'FC-TE0009',
  alias: 'Chata',
  owner: { name: 'Ján', surname: 'Varga', email: 'jan@example.com', phone_number: null },
  address: null,
  fc_type: 'GD10',
  version: '1.4.2',
  is_outdated: false,
  state: 'offline',
  reason: null,
  open_alerts: 0,
  worst_severity: null,
  last_contact: nowS - 7200,
  is_online: false,
  lock_out: null,
};
const counts = {
  running: 0,
  waiting: 0,
  stopped: 0,
  fault: 0,
  offline: 0,
  unknown: 0,
  outdated: 0,
  locked_out: 0,
};

function routesOf(alerts: Alert[], devices: FleetDevice[] = []) {
  const store = { alerts };
  const routes: Record<string, Handler> = {
    ...loggedIn(['Technician']),
    '/alerts': ({ path }) => {
      const ids = new URLSearchParams(path.split('?')[1]).getAll('id').map(Number);
      const items = store.alerts.filter(({ id }) => ids.length === 0 || ids.includes(id));
      return { json: { items, total: items.length, next: null, open: { info: 0, warning: 0, alarm: 1 } } };
    },
    '/devices/fleet': ({ path }) => {
      const items = devices.filter(
        ({ lock_out }) => (lock_out !== null) === path.includes('locked_out=true'),
      );
      return { json: { items, total: items.length, counts } };
    },
  };
  return { store, routes };
}

async function open(routes: Record<string, Handler>) {
  resetLive();
  return openApp('/admin/technician', { routes });
}
const cards = (group: string) =>
  [...page.get('region', group).querySelectorAll('li')].map((card) => page.textOf(card));
const mine = { user_id: aUser.id, name: 'Jana Kováčová', since: nowS - 60 };
const others = { user_id: 99, name: 'Peter Horváth', since: nowS - 540 };

it('R7.4 the work list groups alerts and offline devices by urgency, with map and call links', async () => {
  const { routes } = routesOf(
    [
      anAlert(1, { notes: 'Kľúč je u domovníčky.' }),
      anAlert(2, { cleared_timestamp: nowS - 60 }),
      anAlert(3, { severity: 'warning', code: 'NO_FLOW' }),
    ],
    [aDevice],
  );
  await open(routes);
  await eventually(() => expect(cards('Dnes')).toHaveLength(2));
  expect(cards('Hneď')).toHaveLength(1);
  expect(cards('Hneď')[0]).toMatch(/^Chod nasuchoStudňa 1 ?pred 14 minVeta 1\. ?Kľúč je u domovníčky\./);
  expect(cards('Dnes')[1]).toContain('Zariadenie je offlineChata');
  expect(cards('Tento týždeň')[0]).toContain('Voda netečie');
  const card = page.get('region', 'Hneď');
  expect(card.querySelector('a[href^="geo:"]')?.getAttribute('href')).toBe(
    `geo:0,0?q=${encodeURIComponent('Lesná 14, Zvolen')}`,
  );
  expect(card.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+421905118240');
  expect(page.text()).toContain('4 veci čakajú na človeka · 1 hneď');
});

it('R5.10 a lock-out tag is in the work list with author, reason and age', async () => {
  const by = { user_id: 7, name: 'Ján Tichý' };
  const lock_out = { id: 1, reason: 'výmena ventilu', by, since: nowS - 7200, until: null };
  const { routes } = routesOf([], [{ ...aDevice, state: 'stopped', lock_out }]);
  await open(routes);
  await eventually(() => expect(cards('Tento týždeň')).toHaveLength(1));
  expect(cards('Tento týždeň')[0]).toMatch(/Chata ?pred 2 h.*Ján Tichý: „výmena ventilu“\./);
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
  await page.click(page.get('button', /^Moje/));
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
  routes['/devices/fleet'] = () => ({ status: 403, json: { detail: 'FORBIDDEN' } });
  await open(routes);
  await eventually(() => expect(page.text()).toContain('zoznam je neúplný'));
  expect(cards('Hneď')).toHaveLength(1);
});
