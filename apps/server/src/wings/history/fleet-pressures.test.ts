import type { FleetPressures } from '@manoboard/contract/fleet/fleet';
import { HOUR_S } from '@manoboard/domain/time';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { createMetrics } from '../../base/metrics.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { createFrameWriter } from './store/frame-writer.ts';

const NOW_S = Math.floor(Date.now() / 1000);
/** The hours before this one are rolled up. */
const ROLLED_S = Math.floor((NOW_S - 240) / HOUR_S) * HOUR_S;

let world: World;
let technician: Awaited<ReturnType<World['user']>>;
let seq = 0;
beforeAll(async () => {
  world = await startWorld();
  technician = await world.user({}, ['Technician']);
});
afterAll(() => world.stop());

async function store(deviceKey: DeviceKey, atS: readonly number[], pressure: number | null, fc: 0 | 1 = 1) {
  const writer = createFrameWriter(world.db, createMetrics());
  const { pressure: _, ...others } = aReading();
  await Promise.all(
    atS.map((ts) =>
      writer.write({
        deviceKey,
        tsMs: ts * 1000,
        receivedAtMs: ts * 1000,
        isPlacedByArrival: false,
        frame: aTele({ ts, seq: ++seq, fc, d: pressure === null ? others : { ...others, pressure } }),
      }),
    ),
  );
}
const every30s = (fromS: number, count: number) => Array.from({ length: count }, (_, i) => fromS + i * 30);

async function read(deviceIds: readonly string[], by = technician) {
  const query = deviceIds.map((id) => `device_id=${id}`).join('&');
  return by.get(`/devices/fleet/pressures?${query}`);
}
const pressuresOf = async (deviceIds: readonly string[]) => (await read(deviceIds)).body as FleetPressures;

it('R7.2 has the last day of each named device: rollups, samples of newer frames, and gaps as null', async () => {
  const [pump, other] = [await world.enrol(), await world.enrol()];
  await store(pump.id, every30s(ROLLED_S - 3 * HOUR_S, 60), 4);
  await store(pump.id, [ROLLED_S - 3 * HOUR_S + 600], 9);
  await store(other.id, every30s(ROLLED_S - 3 * HOUR_S, 60), 2);
  await world.server.runJob('history-rollups');
  await store(pump.id, every30s(NOW_S - 900, 30), 3);
  const { t, step_s, devices } = await pressuresOf([pump.deviceId, other.deviceId, 'MNB-GONE00']);
  expect([t.length, step_s]).toEqual([48, 1800]);
  expect(devices.map(({ id_dev }) => id_dev).sort()).toEqual([pump.deviceId, other.deviceId].sort());
  const found = devices.find(({ id_dev }) => id_dev === pump.deviceId);
  const valuesAt = (atS: number) => {
    const index = t.findLastIndex((start) => start <= atS);
    return [found?.min[index], found?.max[index]];
  };
  expect(valuesAt(ROLLED_S - 3 * HOUR_S)).toEqual([4, 9]);
  expect(valuesAt(ROLLED_S - 3 * HOUR_S - 1)).toEqual([null, null]);
  expect([...(found?.avg ?? [])].some((value) => value === 3)).toBe(true);
  expect(devices.find(({ id_dev }) => id_dev === other.deviceId)?.avg).not.toContain(3);
});

it('frames without the converter are a gap', async () => {
  const pump = await world.enrol();
  await store(pump.id, every30s(NOW_S - 1800, 60), null, 0);
  expect((await pressuresOf([pump.deviceId])).devices[0]?.avg.every((value) => value === null)).toBe(true);
});

it('R5.5 the required pressure is in bar, and null until the board has reported it', async () => {
  const pump = await world.enrol();
  const required = async () => (await pressuresOf([pump.deviceId])).devices[0]?.required;
  expect(await required()).toBeNull();
  const board = await pump.connect();
  await board.publishStatus();
  await board.publishTele({ d: aReading({ required_pressure: 4.2 }) });
  await waitFor(async () => (await required()) === 4.2);
  await board.leave();
});

it('R7.1 only the three roles may read it, at most 100 devices at once', async () => {
  const pump = await world.enrol();
  const owner = await world.user();
  expect((await read([pump.deviceId], owner)).status).toBe(403);
  const many = Array.from({ length: 101 }, (_, at) => `MNB-${1000 + at}`);
  expect((await read(many)).status).toBe(422);
  expect((await technician.get('/devices/fleet/pressures')).status).toBe(422);
});
