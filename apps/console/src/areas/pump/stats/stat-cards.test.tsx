import { expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { StatCards } from './stat-cards.tsx';

freezeTime();

const FC = 'FC-TE0001';
const meterPath = (id: string) => `/devices/${id}/get-fc-config/electro_meter`;
const hoursPath = (id: string) => `/devices/${id}/get-fc-config/motor_operating_hours`;
const motorPath = (id: string) => `/devices/${id}/get-fc-data-last/motor_frequency`;
const keyed = (name: string, value: number, unit: string): Handler => {
  return () => ({ json: { data: { [name]: { value, unit, ts: T + 60 } } } });
};

const motor = (value: number | null, ts: number | null = value === null ? null : T): Handler => {
  return () => ({ json: { value, unit: 'Hz', ts } });
};

interface Setting {
  roles?: string[];
  fcId?: string | null;
  routes?: Record<string, Handler>;
  last?: ReturnType<typeof measured>[];
  online?: string[];
}
async function show({ roles = ['Technician'], fcId = FC, last = [], ...setting }: Setting = {}) {
  const live = await showLive(<StatCards deviceId={ID} fcId={fcId} roles={roles} />, { last, ...setting });
  await pass(0);
  return live;
}
const titles = () => [...document.querySelectorAll('dt')].map((dt) => page.textOf(dt));
const electro = () => page.textOf(page.value('Elektromer'));

it('R4.7 two cards show the value and the unit of the server', async () => {
  const routes = {
    [meterPath(FC)]: keyed('electro_meter', 1284.8, 'kWh'),
    [hoursPath(FC)]: keyed('motor_operating_hours', 3412, 'h'),
  };
  await show({ routes });
  expect(titles()).toEqual(['Elektromer', 'Motohodiny']);
  expect(electro()).toContain('1 284,8 kWh');
  expect(page.textOf(page.value('Motohodiny'))).toContain('3 412 h');
});

it('R8 a value as text is a number, beside entries that are not understood', async () => {
  const json = { data: { electro_meter: { value: '12.5', unit: 4 }, other: 'x' } };
  await show({ routes: { [meterPath(FC)]: () => ({ json }) } });
  expect(electro()).toContain('12,5 kW');
});

it("R4.7 a bare value from the provider keeps the card's default unit", async () => {
  await show({ routes: { [meterPath(FC)]: () => ({ json: { value: 12 } }) } });
  expect(electro()).toContain('12,0 kW');
});

it('R4.7 a keyed value and unit without a time is accepted', async () => {
  const json = { data: { electro_meter: { value: 12, unit: 'MWh' } } };
  await show({ routes: { [meterPath(FC)]: () => ({ json }) } });
  expect(electro()).toContain('12,0 MWh');
});

it('R6.1 a meter is polled every 300000 ms', async () => {
  const { server } = await show({ routes: { [meterPath(FC)]: keyed('electro_meter', 1, 'kWh') } });
  await pass(299_000);
  expect(server.requestsTo(meterPath(FC))).toHaveLength(1);
  server.routes[meterPath(FC)] = keyed('electro_meter', 2, 'kWh');
  await pass(1500);
  expect(server.requestsTo(meterPath(FC))).toHaveLength(2);
  expect(electro()).toContain('2,0 kWh');
});

it('R6.2 leaving the page stops the polls', async () => {
  const { server, leave } = await show();
  const requestCount = server.requests.length;
  await leave();
  await pass(700_000);
  expect(server.requests.filter(({ path }) => path.includes('/devices/'))).toHaveLength(
    server.requests.slice(0, requestCount).filter(({ path }) => path.includes('/devices/')).length,
  );
});

it.each([
  ['R6.4 staff poll by the ID of the converter', FC, ['Seller'], [FC]],
  ['R6.4 other users do not poll', FC, [], []],
  ['R6.4 without a converter any user polls by the ID of the board', null, [], [ID]],
] as const)('%s', async (_rule, fcId, roles, ids) => {
  const { server } = await show({ fcId, roles: [...roles] });
  const requests = server.requests.filter(({ path }) => path.includes('get-fc-config'));
  expect(requests.map(({ path }) => path)).toEqual(ids.flatMap((id) => [meterPath(id), hoursPath(id)]));
});

it('R6.4 a card without polls shows the value of the stream with its age', async () => {
  await show({ roles: [], last: [measured({ electro_meter: 7 }, {}, 120)], online: [] });
  expect(electro()).toBe('7,0 kWhnaposledy pred 2 min');
});

it('R6.3 a response other than 200 is ignored without an error, and the next poll updates the card', async () => {
  const { server } = await show({ routes: { [meterPath(FC)]: () => ({ status: 500, json: {} }) } });
  expect(electro()).toBe('–Nedostupné');
  expect(page.all('alert')).toEqual([]);
  server.routes[meterPath(FC)] = keyed('electro_meter', 5, 'kWh');
  await pass(300_500);
  expect(electro()).toContain('5,0 kWh');
});

it('the card shows the newer of the polled and the streamed value', async () => {
  const { receiveFrame } = await show({ routes: { [meterPath(FC)]: keyed('electro_meter', 5, 'kWh') } });
  expect(electro()).toContain('5,0 kWh');
  await receiveFrame(measured({ electro_meter: 6 }, { ts: T + 90, received_at: T + 90 }));
  expect(electro()).toContain('6,0 kWh');
});

it('R6.5 a reset with 200 sets the card to the value of the response', async () => {
  const { server } = await show({
    last: [measured({ electro_meter: 5 })],
    routes: {
      [meterPath(FC)]: keyed('electro_meter', 5, 'kWh'),
      [`/devices/${ID}/reset-fc-config`]: () => ({ json: { data: 3 } }),
    },
  });
  await page.click(page.get('button', /^Vynulovať: Elektromer/));
  await page.click(page.get('button', 'Vynulovať'));
  await pass(20);
  expect(server.requestsTo(`/devices/${ID}/reset-fc-config`)).toHaveLength(1);
  expect(electro()).toContain('3,0 kWh');
});

it('R5.13 R6.5 a reset with 200 and without a value reads the meter again', async () => {
  const { server } = await show({
    routes: {
      [meterPath(FC)]: keyed('electro_meter', 5, 'kWh'),
      [`/devices/${ID}/reset-fc-config`]: () => ({ json: {} }),
    },
    last: [measured({})],
  });
  server.routes[meterPath(FC)] = keyed('electro_meter', 0, 'kWh');
  await page.click(page.get('button', /^Vynulovať: Elektromer/));
  await page.click(page.get('button', 'Vynulovať'));
  await pass(20);
  expect(electro()).toContain('0,0 kWh');
});

it('R5.8 the motor is shown as running while the polled frequency is above 0', async () => {
  const { server } = await show({ last: [measured({})], routes: { [motorPath(FC)]: motor(40) } });
  expect(page.text()).toContain('Motor beží');
  server.routes[motorPath(FC)] = motor(0);
  await pass(5100);
  expect(page.text()).toContain('Motor stojí');
});

it.each([
  ['the board is offline', motor(40, T - 7200), { online: [] }, 'true'],
  [
    'the board is offline, and the provider sends no time',
    () => ({ json: { value: 40 } }),
    { online: [] },
    'true',
  ],
  ['the value is stale', motor(40, T - 60), {}, 'true'],
  ['the frequency is unknown', motor(null), {}, undefined],
] as [string, Handler, Setting, string | undefined][])(
  'R5.8 R4.4 the motor is shown neither running nor stopped: %s',
  async (_case, answer, setting, flag) => {
    await show({ last: [measured({})], ...setting, routes: { [motorPath(FC)]: answer } });
    expect(page.text()).not.toMatch(/Motor (beží|stojí)/);
    expect(page.get('region', 'Počítadlá').dataset.running).toBe(flag);
  },
);

it('R5.8 R4.4 the motor is shown neither running nor stopped while the server is down', async () => {
  const { loseServer } = await show({ last: [measured({})], routes: { [motorPath(FC)]: motor(40) } });
  expect(page.text()).toContain('Motor beží');
  await loseServer();
  expect(page.text()).not.toMatch(/Motor (beží|stojí)/);
});

it('R4.4 a polled meter is stale while the server is down', async () => {
  const routes = { [meterPath(FC)]: keyed('electro_meter', 5, 'kWh') };
  const { loseServer } = await show({ last: [measured({})], routes });
  await loseServer();
  await pass(120_000);
  expect(electro()).toBe('5,0 kWhnaposledy pred 1 min');
});

it('R4.7 the cards follow the order stored in the account', async () => {
  const card_order = ['pressure', 'stat-motor_operating_hours', 'gone', 'stat-electro_meter'];
  const json = { card_order, theme_colour: null, locale: null };
  await show({ routes: { '/users/me/personalization': () => ({ json }) } });
  expect(titles()).toEqual(['Motohodiny', 'Elektromer']);
});
