import { emptyLastData } from '@manoboard/domain/telemetry/last-data';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAlert } from '../../../../test/alert-row.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { createAlertLife } from '../life/alert-life.service.ts';
import { createNormal } from './normal.service.ts';

const TODAY = Math.floor(Date.now() / DAY_MS);
let world: World;
let owner: Awaited<ReturnType<World['user']>>;
let normal: ReturnType<typeof createNormal>;
/** The day that is rolled up last. */
let lastDay = TODAY - 4;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.user();
  const life = createAlertLife({
    outbox: { publish: async () => {} },
    notify: async () => {},
    now: Date.now,
    plan: { deliver: async () => {} },
    isOff: async () => false,
    lastOf: emptyLastData,
  });
  normal = createNormal({
    db: world.db,
    outbox: { transaction: (db, work) => db.transaction().execute(work) },
    now: Date.now,
    rolledUpMs: async () => (lastDay + 1) * DAY_MS + 3 * HOUR_MS,
    life,
  });
});
afterAll(() => world.stop());

/** Days on which the pump runs in sixteen hours, and for `nightMin` minutes in each of the others. */
async function storeDays(deviceKey: DeviceKey, fromDay: number, toDay: number, nightMin = 0) {
  const hourOf = (minutes: number) => [HOUR_MS, minutes * 60_000, minutes, 4, minutes * 60_000, 0, 0];
  const hours = Array.from({ length: 24 }, (_, hour) => [hour, hourOf(hour < 8 ? nightMin : 4)]);
  const rows = Array.from({ length: toDay - fromDay + 1 }, (_, index) => ({
    device_id: deviceKey,
    day: new Date((fromDay + index) * DAY_MS),
    hours: JSON.stringify(Object.fromEntries(hours)),
  }));
  await world.db
    .insertInto('energy_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'day']).doUpdateSet((eb) => ({ hours: eb.ref('excluded.hours') })),
    )
    .execute();
}
const alertsOf = (deviceKey: DeviceKey) =>
  world.db
    .selectFrom('alert')
    .where('device_id', '=', deviceKey)
    .where('kind', '=', 'behaves_differently')
    .select(['id', 'severity', 'numbers', 'cleared_at', 'resolved_at'])
    .execute();

/** Thirty usual days, then three with starts at night. */
async function changedDevice() {
  const device = await world.enrol(owner.id);
  await storeDays(device.id, lastDay - 32, lastDay - 3);
  await storeDays(device.id, lastDay - 2, lastDay, 2);
  return device;
}

it('a device that behaves differently has one alert, until a person calls it normal', async () => {
  const device = await changedDevice();
  await Promise.all([normal.run(), normal.run()]);
  await normal.run();
  const [alert, ...others] = await alertsOf(device.id);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    severity: 'warning',
    cleared_at: null,
    numbers: { metric: 2, usual: 0, now: 12 },
  });
  expect((await owner.get(`/alerts/${alert?.id}`)).body).toMatchObject({
    evidence: { fields: ['frequency_fc', 'pressure'] },
  });
  const stranger = await world.user();
  expect((await stranger.send('POST', `/alerts/${alert?.id}/normal`)).status).toBe(404);
  expect((await owner.send('POST', `/alerts/${alert?.id}/normal`)).body).toMatchObject({ resolved: true });
  expect((await alertsOf(device.id))[0]?.cleared_at).not.toBeNull();

  lastDay += 1;
  await storeDays(device.id, lastDay, lastDay, 2);
  await normal.run();
  expect(await alertsOf(device.id)).toHaveLength(1);
});

it('the alert clears when the device is as usual again, and a day that was not seen leaves it open', async () => {
  const device = await changedDevice();
  await normal.run();
  lastDay += 1;
  await normal.run();
  expect((await alertsOf(device.id))[0]?.cleared_at).toBeNull();
  lastDay += 1;
  await storeDays(device.id, lastDay - 8, lastDay);
  await world.db.deleteFrom('normal_day').where('device_id', '=', device.id).execute();
  await normal.run();
  expect((await alertsOf(device.id))[0]?.cleared_at).not.toBeNull();
});

it('R4.3c days of an earlier owner are not compared', async () => {
  const device = await changedDevice();
  await world.db
    .updateTable('user_device')
    .where('device_id', '=', device.id)
    .set({ created_at: new Date((lastDay - 10) * DAY_MS) } as never)
    .execute();
  await normal.run();
  expect(await alertsOf(device.id)).toEqual([]);
});

it('a change that an open alert explains raises no second one, and such an alert cannot be called normal', async () => {
  const device = await changedDevice();
  const leak = { kind: 'leak', code: 'LEAK', severity: 'warning', event_id: null } as const;
  const id = await insertAlert(world.db, device.id, leak);
  await normal.run();
  expect(await alertsOf(device.id)).toEqual([]);
  expect(await owner.send('POST', `/alerts/${id}/normal`)).toMatchObject({
    status: 409,
    body: { detail: 'NOT_SUPPORTED' },
  });
});
