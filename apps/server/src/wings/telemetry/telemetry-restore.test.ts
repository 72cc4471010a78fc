import type { LastData } from '@manoboard/contract/device/device';
import { aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseWithPump as newHouse } from '../../../test/pump-house.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createMetrics } from '../../base/metrics.ts';
import { createMemoryBus } from '../../bus/bus.ts';
import type { Db } from '../../db/db.ts';
import { createPresence } from '../../state/presence.ts';
import { createTelemetry } from './telemetry.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const houseWithPump = () => newHouse(world);
const nowS = () => Math.floor(Date.now() / 1000);

/** Last values and frames read by a new server after `damage` to the database, which is rolled back afterwards. */
async function restored(deviceId: string, damage: (db: Db) => Promise<unknown>) {
  const rollback = new Error('roll back');
  const ends = { bus: createMemoryBus(), metrics: createMetrics(), log: pino({ level: 'silent' }) };
  const presence = createPresence({ nowS: () => 0, onChange: () => {} });
  const readFrames: object[] = [];
  let last: LastData | undefined;
  await world.db
    .transaction()
    .execute(async (tx) => {
      await damage(tx);
      const db = tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          readFrames.push(...(result.rows.filter((row) => 'received_at' in (row as object)) as object[]));
          return result;
        },
      });
      const telemetry = createTelemetry({
        db,
        hub: { onWatched: () => {} },
        presence,
        now: Date.now,
        mayStore: () => true,
        cluster: undefined,
        ...ends,
      });
      await telemetry.start();
      last = telemetry.lastData(deviceId);
      await telemetry.stop();
      throw rollback;
    })
    .catch((error) => expect(error).toBe(rollback));
  return { last, readFrames };
}

it('last values survive a restart of the server', async () => {
  const { user, board } = await houseWithPump();
  await board.publishTele({ d: aReading({ pressure: 3.33 }) });
  await board.leave();
  await world.restart();
  const again = world.browser();
  await again.login(user.email, user.password);
  expect((await again.get('/actual-data/all-last-data')).body).toMatchObject([{ data: { pressure: 3.33 } }]);
});

describe('R4.4 a start restores the last values', () => {
  it('without reading a frame after a clean stop', async () => {
    const { device, board, lastData } = await houseWithPump();
    await board.publishTele({ seq: 1, ts: nowS() - 1 });
    await board.publishTele({ seq: 2, ts: nowS(), d: { pressure: 2 } });
    const live = await lastData();
    await board.leave();
    await world.restart();
    expect(await restored(device.deviceId, async () => {})).toEqual({ last: live, readFrames: [] });
  });

  it('from the later frames alone after a crash', async () => {
    const { device, board, lastData } = await houseWithPump();
    const ts = nowS();
    const keptAt = (seq: number) => () =>
      world.db
        .selectFrom('last_data')
        .where('device_id', '=', device.id)
        .where('seq', '=', seq)
        .selectAll()
        .executeTakeFirst();
    await board.publishTele({ seq: 1, ts: ts - 20 });
    const { last, ...kept } = await waitFor(keptAt(1));
    // The clock was ahead and is corrected: the later frame has the earlier time.
    await board.publishTele({ seq: 2, ts: ts - 300, d: { pressure: 2 } });
    await board.publishTele({ seq: 3, ts, d: { motor_current: 3 } });
    const live = await lastData();
    await waitFor(keptAt(3));
    await board.leave();
    const crashed = await restored(device.deviceId, (db) =>
      db
        .updateTable('last_data')
        .where('device_id', '=', device.id)
        .set({ ...kept, last: JSON.stringify(last) })
        .execute(),
    );
    expect(crashed.last).toEqual(live);
    expect(crashed.readFrames).toMatchObject([{ seq: 2 }, { seq: 3 }]);
  });

  it('of a new device with more frames than one query reads', async () => {
    const { device, board } = await houseWithPump();
    await board.publishTele({ seq: 1, ts: nowS() });
    await board.leave();
    const { last, readFrames } = await restored(device.deviceId, async (db) => {
      await sql`insert into frame (device_id, ts, boot, seq, received_at, fc, is_placed_by_arrival, pressure)
        select ${device.id}, now(), 1, n, now(), 1, false, n from generate_series(2, 5100) n`.execute(db);
      await db.deleteFrom('last_data').where('device_id', '=', device.id).execute();
    });
    expect(last).toMatchObject({
      frame: { boot: 1, seq: 5100 },
      data: { pressure: 5100, frequency_fc: 42.5 },
    });
    expect(readFrames).toHaveLength(5100);
  });

  it('with fields that cannot be measured (`na`, contract 2) after a crash', async () => {
    const { device, board, lastData } = await houseWithPump();
    const ts = nowS() - 20;
    await board.publishTele({ seq: 1, ts, d: aReading({ pressure: 4 }) });
    await board.publishTele({ seq: 2, ts: ts + 5, d: { motor_current: 3 }, na: ['pressure'] });
    const live = await lastData();
    expect(live?.older).toEqual({ pressure: ts });
    await board.leave();
    const { last } = await restored(device.deviceId, (db) => db.deleteFrom('last_data').execute());
    expect(last).toEqual(live);
  });
});
