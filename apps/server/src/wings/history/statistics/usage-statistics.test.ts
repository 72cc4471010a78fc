import { UsageStatistics } from '@manoboard/contract/history/statistics';
import { HOUR_S } from '@manoboard/domain/time';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { insertAlert } from '../../../../test/alert-row.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createMetrics } from '../../../base/metrics.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { createFrameWriter } from '../store/frame-writer.ts';

/** An hour that is closed, with two more after it. */
const HOUR_START_S = Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S - 10 * HOUR_S;

let world: World;
let owner: Awaited<ReturnType<World['user']>>;
let staff: typeof owner;
let seq = 0;
type Device = Awaited<ReturnType<World['enrol']>>;
let pump: Device;
let other: Device;

/** Half an hour of frames, every 30 s: the motor runs after the first one and uses `kwh`. */
async function storeRun(deviceKey: DeviceKey, fromS: number, pressure: number, kwh: number) {
  const writer = createFrameWriter(world.db, createMetrics());
  await Promise.all(
    Array.from({ length: 60 }, (_, at) => {
      const ts = fromS + at * 30;
      const d = aReading({
        pressure,
        frequency_fc: at === 0 ? 0 : 40,
        electro_meter: 100 + (kwh * at) / 59,
      });
      const frame = aTele({ ts, seq: ++seq, d });
      return writer.write({
        deviceKey,
        tsMs: ts * 1000,
        receivedAtMs: ts * 1000,
        isPlacedByArrival: false,
        frame,
      });
    }),
  );
}
const alarm = (device: Device, atS: number) =>
  insertAlert(world.db, device.id, {
    raised_at: new Date(atS * 1000),
    cleared_at: new Date(atS * 1000),
  });

const read = async (user: typeof owner, ids: readonly string[], ...starts: number[]) =>
  (
    await user.get(
      `/statistics/usage?${[...starts.map((start) => `start=${start}`), ...ids.map((id) => `device_id=${id}`)].join('&')}`,
    )
  ).body as UsageStatistics;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.user();
  staff = await world.user({}, ['Seller']);
  pump = await world.enrol(owner.id);
  other = await world.enrol();
  await storeRun(pump.id, HOUR_START_S, 4, 1);
  await storeRun(pump.id, HOUR_START_S + HOUR_S, 2, 1);
  await storeRun(other.id, HOUR_START_S, 3, 2);
  await alarm(pump, HOUR_START_S + 60);
  await world.server.runJob('history-rollups');
});
afterAll(() => world.stop());

it('R2.1 sums running hours, starts, energy, pressure, time online and alarms by period and device', async () => {
  const ids = [pump.deviceId, other.deviceId];
  const usage = await read(staff, ids, HOUR_START_S, HOUR_START_S + HOUR_S, HOUR_START_S + 2 * HOUR_S);
  expect(z.parse(UsageStatistics, usage)).toEqual(usage);
  const [first, second, rest] = usage.periods;
  expect(first).toMatchObject({ start: HOUR_START_S, kwh: 3, starts: 2, bar: 3.5, alarms: 1 });
  expect(first?.running_h).toBeCloseTo(1, 1);
  expect(first?.online).toBeCloseTo(0.5, 1);
  // The meter was reset; one of the two devices was offline.
  expect(second).toMatchObject({ starts: 1, bar: 2, alarms: 0 });
  expect(second?.online).toBeCloseTo(0.25, 1);
  expect(rest).toMatchObject({ kwh: null, running_h: null, starts: null, bar: null, online: 0 });
  expect(usage.devices.map(({ id_dev, starts }) => [id_dev, starts])).toEqual([
    [pump.deviceId, 2],
    [other.deviceId, 1],
  ]);
  expect(usage.total).toMatchObject({ starts: 3, alarms: 1 });
  expect(usage.to).toBeGreaterThanOrEqual(HOUR_START_S + 8 * HOUR_S);
});

it('R4.3 devices that the caller may not see are missing', async () => {
  const usage = await read(owner, [pump.deviceId, other.deviceId], HOUR_START_S);
  expect(usage.devices.map(({ id_dev }) => id_dev)).toEqual([pump.deviceId]);
  expect(usage.total.starts).toBe(2);
});

it('R4.3c hours before the tenure of the present owner are left out', async () => {
  const late = await world.user();
  await world.db
    .insertInto('user_device')
    .values({
      user_id: late.id,
      device_id: other.id,
      access: 'owner',
      created_at: new Date((HOUR_START_S + HOUR_S) * 1000),
    })
    .execute();
  const usage = await read(late, [other.deviceId], HOUR_START_S);
  expect(usage.total).toMatchObject({ kwh: null, starts: null, online: null, alarms: 0 });
});

it('refuses no device, too many of them, and text instead of a start', async () => {
  const many = Array.from({ length: 101 }, (_, at) => `device_id=MNB-${1000 + at}`).join('&');
  for (const query of ['start=1', `start=1&${many}`, `start=now&device_id=${pump.deviceId}`])
    expect((await owner.get(`/statistics/usage?${query}`)).status).toBe(422);
});
