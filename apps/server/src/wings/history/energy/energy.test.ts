import { Energy, type EnergySettings } from '@manoboard/contract/history/energy';
import { HOUR_S } from '@manoboard/domain/time';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startWorld, type World } from '../../../../test/world.ts';
import { createMetrics } from '../../../base/metrics.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { createFrameWriter } from '../store/frame-writer.ts';

const ZONE = 'Europe/Bratislava';
/** The clock of the database rolls up, so days are near the present one. */
const TODAY_S = Math.floor(Date.now() / 86_400_000) * 86_400;
const NOON_S = TODAY_S - 3 * 86_400 + 12 * HOUR_S;
const DATE = new Date(NOON_S * 1000).toISOString().slice(0, 10);

let world: World;
let seq = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A frame every 30 s. */
async function storeFrames(deviceKey: DeviceKey, startS: number, readings: Parameters<typeof aReading>[0][]) {
  const writer = createFrameWriter(world.db, createMetrics());
  await Promise.all(
    readings.map((reading, i) => {
      const ts = startS + i * 30;
      return writer.write({
        deviceKey,
        tsMs: ts * 1000,
        receivedAtMs: ts * 1000,
        isPlacedByArrival: false,
        frame: aTele({ ts, seq: ++seq, d: aReading(reading) }),
      });
    }),
  );
}

/** The pump runs for the first half of the hour, and uses `kwh`. */
const storeHour = (deviceKey: DeviceKey, startS: number, firstKwh: number, kwh: number) =>
  storeFrames(
    deviceKey,
    startS,
    Array.from({ length: 120 }, (_, i) => ({
      frequency_fc: i < 60 ? 40 : 0,
      pressure: i < 60 ? 4 : 3,
      electro_meter: firstKwh + (kwh * Math.min(i, 60)) / 60,
    })),
  );

async function house() {
  const owner = await world.user();
  const device = await world.enrol(owner.id);
  const path = (query: Record<string, string> = {}, file = '') =>
    `/devices/${device.deviceId}/energy${file}?${new URLSearchParams({ period: 'day', date: DATE, zone: ZONE, ...query })}`;
  const read = async (query: Record<string, string> = {}) => (await owner.get(path(query))).body as Energy;
  return { owner, device, path, read };
}
const at = ({ buckets }: Energy, t: number) => buckets.find((bucket) => bucket.t === t);
const SETTINGS: EnergySettings = {
  currency: 'EUR',
  price: 0.2,
  low_price: 0.1,
  low_hours: [0, 0, 0, 0, 0, 0, 0],
  co2_g: 100,
  has_report: false,
  zone: ZONE,
};

it('a day has energy, running hours, starts, pressure and specific energy by hour, across a meter reset', async () => {
  const { device, read } = await house();
  await storeHour(device.id, NOON_S, 100, 1);
  await storeHour(device.id, NOON_S + HOUR_S, 0, 0.5);
  await world.server.runJob('history-rollups');
  const energy = await read();
  // Written without another check: no field of the server may leak into it.
  expect(z.parse(Energy, energy)).toEqual(energy);
  expect(energy.step).toBe('hour');
  expect(at(energy, NOON_S)).toMatchObject({
    kwh: 1,
    running_h: 0.5,
    starts: 0,
    bar: 4,
    kwh_per_h: 2,
    cost: null,
    co2_kg: 0.11,
    measured: 1,
  });
  expect(at(energy, NOON_S + HOUR_S)).toMatchObject({ kwh: 0.5, starts: 1 });
  expect(at(energy, NOON_S + 5 * HOUR_S)).toMatchObject({ kwh: null, running_h: null, starts: null });
  expect(energy.total).toMatchObject({ kwh: 1.5, running_h: 1, starts: 1 });
  expect(energy.total.measured).toBeCloseTo(2 / energy.buckets.length, 3);
  expect(energy.since).toBe(NOON_S);
  for (const period of ['week', 'month', 'year'])
    expect((await read({ period })).total).toMatchObject({ kwh: 1.5, running_h: 1, starts: 1 });
});

it('a late frame corrects its hour', async () => {
  const { device, read } = await house();
  await storeHour(device.id, NOON_S, 100, 1);
  await world.server.runJob('history-rollups');
  await storeHour(device.id, NOON_S + HOUR_S, 101, 2);
  await world.server.runJob('history-rollups');
  expect((await read()).total.kwh).toBe(3);
});

it('the hour that is not rolled up yet is read from frames', async () => {
  const { device, read } = await house();
  const nowS = Math.floor(Date.now() / 1000);
  await storeFrames(device.id, nowS - 90, [
    { frequency_fc: 40, electro_meter: 100 },
    { frequency_fc: 40, electro_meter: 100.1 },
  ]);
  const date = new Date((nowS - 90) * 1000).toISOString().slice(0, 10);
  expect((await read({ period: 'year', date })).total.kwh).toBe(0.1);
});

it('the tariff belongs to one user, and cost has two rates by the clock of the zone', async () => {
  const { owner, device, read } = await house();
  const technician = await world.user({}, ['Technician']);
  await storeHour(device.id, NOON_S, 100, 1);
  await storeHour(device.id, NOON_S + HOUR_S, 101, 1);
  await world.server.runJob('history-rollups');
  const local = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit' }).format(NOON_S * 1000),
  );
  const low_hours = SETTINGS.low_hours.map(() => 1 << local);
  const path = `/devices/${device.deviceId}/energy/settings`;
  expect((await owner.send('PUT', path, { ...SETTINGS, low_hours })).status).toBe(200);
  expect((await read()).total).toMatchObject({ kwh: 2, low_kwh: 1, cost: 0.3, co2_kg: 0.2 });
  const query = new URLSearchParams({ period: 'day', date: DATE, zone: ZONE });
  const theirs = (await technician.get(`/devices/${device.deviceId}/energy?${query}`)).body as Energy;
  expect(theirs.settings.price).toBeNull();
  expect(theirs.total.cost).toBeNull();
});

it('R4.3c an owner sees no energy of a former tenure, staff see all of it', async () => {
  const { device, read, path } = await house();
  await storeHour(device.id, NOON_S, 100, 5);
  await storeHour(device.id, NOON_S + 3 * HOUR_S, 105, 1);
  await world.server.runJob('history-rollups');
  await world.db
    .updateTable('user_device')
    .set({ created_at: new Date((NOON_S + 2 * HOUR_S) * 1000) } as never)
    .where('device_id', '=', device.id)
    .execute();
  const energy = await read();
  expect(energy.total).toMatchObject({ kwh: 1, running_h: 0.5 });
  expect(energy.since).toBe(NOON_S + 3 * HOUR_S);
  const technician = await world.user({}, ['Technician']);
  expect(((await technician.get(path())).body as Energy).total.kwh).toBe(6);
});

it('the CSV has a line for each bucket, in the decimal convention of the language', async () => {
  const { owner, device, path } = await house();
  await storeHour(device.id, NOON_S, 100, 1.5);
  await world.server.runJob('history-rollups');
  const csv = (await owner.get(path({ decimal: 'comma' }, '.csv'))).body as string;
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toContain(
    `Čas (${ZONE});Čas (UTC);Energia [kWh];Z toho v nízkej tarife [kWh];Chod motora [h]`,
  );
  expect(lines.find((line) => line.includes(new Date(NOON_S * 1000).toISOString()))).toMatch(
    /^\d{4}-\d\d-\d\d 1[34]:00:00;.*;1,5;0;0,5;0;4;3;/,
  );
  expect(lines).toHaveLength(24);
});

describe('a request without sense', () => {
  it.each([
    ['an unknown zone', { zone: 'Mars/Olympus' }],
    ['a day that does not exist', { date: '2026-02-30' }],
    ['a step as long as the period', { period: 'month', step: 'month' }],
    ['a year of hours', { period: 'year', step: 'hour' }],
    ['an unknown period', { period: 'century' }],
  ])('%s answers 422', async (_name, query) => {
    const { owner, path } = await house();
    expect((await owner.get(path(query as unknown as Record<string, string>))).status).toBe(422);
  });

  it.each([
    ['a negative price', { price: -1 }],
    ['six weekdays', { low_hours: [0, 0, 0, 0, 0, 0] }],
    ['a 25th hour', { low_hours: [2 ** 24, 0, 0, 0, 0, 0, 0] }],
    ['an unknown currency', { currency: 'BTC' }],
  ])('a tariff with %s answers 422', async (_name, change) => {
    const { owner, device } = await house();
    const answer = await owner.send('PUT', `/devices/${device.deviceId}/energy/settings`, {
      ...SETTINGS,
      ...change,
    });
    expect(answer.status).toBe(422);
  });
});
