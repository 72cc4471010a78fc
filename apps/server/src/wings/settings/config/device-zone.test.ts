import type { RehearsalLine } from '@manoboard/contract/alert/alert-rehearsal';
import { DAY_MS } from '@manoboard/domain/time';
import { zoneOf } from '@manoboard/domain/time-zone';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';
import { createMetrics } from '../../../base/metrics.ts';
import { createFrameWriter } from '../../history/store/frame-writer.ts';

type User = Awaited<ReturnType<World['user']>>;
type Device = Awaited<ReturnType<World['enrol']>>;

let world: World;
let owner: User;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.user();
});
afterAll(() => world.stop());

const read = (device: Device, user: User = owner) => user.get(`/devices/${device.deviceId}/zone`);
const setZone = (device: Device, zone: unknown, user: User = owner) =>
  user.send('PUT', `/devices/${device.deviceId}/zone`, { zone });

it('R7.5 the owner and staff set the time zone of a device; the change is in the timeline', async () => {
  const device = await world.enrol(owner.id);
  expect(await read(device)).toMatchObject({ status: 200, body: { zone: 'Europe/Bratislava' } });
  expect(await setZone(device, 'Europe/Lisbon')).toMatchObject({
    status: 200,
    body: { zone: 'Europe/Lisbon' },
  });
  for (const role of ['Technician', 'Seller', 'Super Seller'] as const)
    expect((await setZone(device, 'Asia/Tokyo', await world.user({}, [role]))).status).toBe(200);
  expect((await read(device)).body).toEqual({ zone: 'Asia/Tokyo' });
  const { body } = await owner.get(`/devices/${device.deviceId}/activity`);
  const changes = (body as { items: { change?: { fields: unknown[]; by_role: string } }[] }).items;
  expect(changes.map(({ change }) => change?.fields)).toEqual([
    [{ field: 'zone', old: 'Europe/Lisbon', new: 'Asia/Tokyo' }],
    [{ field: 'zone', old: 'Europe/Bratislava', new: 'Europe/Lisbon' }],
  ]);
});

it('R7.5 a delegate reads the time zone, a stranger does not learn of the device, an unknown zone is refused', async () => {
  const device = await world.enrol(owner.id);
  const [delegate, stranger] = [await world.user(), await world.user()];
  await world.db
    .insertInto('user_device')
    .values({ user_id: delegate.id, device_id: device.id, access: 'delegate' })
    .execute();
  expect(await read(device, delegate)).toMatchObject({ status: 200, body: { zone: 'Europe/Bratislava' } });
  expect((await setZone(device, 'Europe/Lisbon', delegate)).status).toBe(403);
  expect((await read(device, stranger)).status).toBe(404);
  expect((await setZone(device, 'Europe/Lisbon', stranger)).status).toBe(404);
  for (const zone of ['Mars/Olympus', '', null, 'x'.repeat(65)])
    expect((await setZone(device, zone)).status).toBe(422);
  expect((await read(device)).body).toEqual({ zone: 'Europe/Bratislava' });
});

const STEP_MS = 60_000;
const ZONE = 'Pacific/Auckland';

/** Two nights in Auckland, 1 to 5 o'clock, with a start of the pump every 20 minutes. */
function twoNights() {
  const zone = zoneOf(ZONE);
  const today = Math.floor(zone.wallOf(Date.now()) / DAY_MS) * DAY_MS;
  return [3, 2].flatMap((daysAgo) => {
    const fromMs = zone.instantOf(today - daysAgo * DAY_MS + 3_600_000) - STEP_MS;
    const frames = 4 * 60 + 3;
    return Array.from({ length: frames }, (_, i) => ({
      tsMs: fromMs + i * STEP_MS,
      d: aReading({ on_off_state_r: 1, frequency_fc: i % 20 === 5 ? 40 : 0 }),
    }));
  });
}

it('a rehearsal judges the nights of the leak rule in the time zone of the device', async () => {
  const device = await world.enrol(owner.id);
  const writer = createFrameWriter(world.db, createMetrics());
  await Promise.all(
    twoNights().map(({ tsMs, d }, seq) =>
      writer.write({
        deviceKey: device.id,
        tsMs,
        receivedAtMs: tsMs,
        isPlacedByArrival: false,
        frame: aTele({ ts: tsMs / 1000, seq, d }),
      }),
    ),
  );
  const request = { kind: 'leak', days: 5, zone: 'UTC' };
  const count = async () => {
    const { body } = await owner.post(`/devices/${device.deviceId}/alert-rehearsals`, request);
    const last = JSON.parse(`${body}`.trim().split('\n').at(-1) ?? '') as RehearsalLine;
    return 'result' in last ? last.result.today.count : undefined;
  };
  expect(await count()).toBe(0);
  await setZone(device, ZONE);
  expect(await count()).toBe(1);
});
