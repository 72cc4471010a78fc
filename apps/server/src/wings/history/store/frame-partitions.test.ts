import { dayOf } from '@manoboard/domain/telemetry/frame-days';
import { DAY_MS } from '@manoboard/domain/time';
import { aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { startWorld } from '../../../../test/world.ts';
import { createMetrics } from '../../../base/metrics.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { createFramePartitions } from './frame-partitions.ts';
import { createFrameWriter } from './frame-writer.ts';
import { ensurePartitions, listPartitionDays } from './partition.repo.ts';

const MIDNIGHT_MS = Date.parse('2026-05-01T00:00:00Z');
const TODAY = dayOf(MIDNIGHT_MS);
const KEPT_DAYS = 30;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let [nowMs, rolledMs] = [0, 0];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const partitions = () =>
  createFramePartitions({
    db: database.db,
    log: pino({ level: 'silent' }),
    now: () => nowMs,
    retentionDays: KEPT_DAYS,
    rolledUpToMs: async () => rolledMs,
  });

beforeEach(async () => {
  nowMs = rolledMs = MIDNIGHT_MS;
  for (const day of await listPartitionDays(database.db))
    await sql`drop table ${sql.id(`frame_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`)}`.execute(
      database.db,
    );
});

const frameAt = (tsMs: number, seq: number) => ({
  deviceKey: 1 as DeviceKey,
  tsMs,
  receivedAtMs: tsMs,
  isPlacedByArrival: false,
  frame: aTele({ ts: tsMs / 1000, boot: 1, seq }),
});
const countFrames = async () =>
  Number(
    (
      await database.db
        .selectFrom('frame')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  );

it('partitions are created ahead, twice and by two servers at once without an error', async () => {
  await Promise.all([partitions().prepare(), partitions().prepare()]);
  await partitions().prepare();
  expect(await listPartitionDays(database.db)).toEqual([-1, 0, 1, 2].map((offset) => TODAY + offset));
});

it('a day of frames is dropped when its last frame is as old as the retention, and not before', async () => {
  const oldest = TODAY - KEPT_DAYS - 1;
  await ensurePartitions(database.db, [oldest, oldest + 1, TODAY]);
  nowMs = MIDNIGHT_MS - 1;
  await partitions().dropExpired();
  expect(await listPartitionDays(database.db)).toEqual([oldest, oldest + 1, TODAY]);
  nowMs = MIDNIGHT_MS;
  await partitions().dropExpired();
  expect(await listPartitionDays(database.db)).toEqual([oldest + 1, TODAY]);
});

it('a packed day is dropped when its last frame is as old as the retention', async () => {
  const oldest = TODAY - KEPT_DAYS - 1;
  await ensurePartitions(database.db, [oldest, oldest + 1], 'packed_frame');
  await partitions().dropExpired();
  expect(await listPartitionDays(database.db, 'packed_frame')).toEqual([oldest + 1]);
});

it('an expired day is kept until the first hour after it can be rolled up without its frames', async () => {
  const oldest = TODAY - KEPT_DAYS - 1;
  await ensurePartitions(database.db, [oldest, TODAY]);
  rolledMs = (oldest + 1) * DAY_MS;
  await partitions().dropExpired();
  expect(await listPartitionDays(database.db)).toEqual([oldest, TODAY]);
  rolledMs += 3_600_000;
  await partitions().dropExpired();
  expect(await listPartitionDays(database.db)).toEqual([TODAY]);
});

it('a frame whose day has no partition is stored, with the others of its batch', async () => {
  await partitions().prepare();
  const writer = createFrameWriter(database.db, createMetrics());
  const times = [MIDNIGHT_MS, MIDNIGHT_MS - 20 * DAY_MS, MIDNIGHT_MS - 20 * DAY_MS + 1000];
  await Promise.all(times.map((tsMs, seq) => writer.write(frameAt(tsMs, seq))));
  expect(await countFrames()).toBe(3);
  expect(await listPartitionDays(database.db)).toContain(TODAY - 20);
});

it('an expired day that a reader uses is dropped by the next attempt, and frames are stored meanwhile', async () => {
  const old = TODAY - KEPT_DAYS - 5;
  await ensurePartitions(database.db, [old, old + 1, TODAY]);
  const writer = createFrameWriter(database.db, createMetrics());
  await writer.write(frameAt(old * DAY_MS, 0));
  await database.db.transaction().execute(async (reader) => {
    await reader
      .selectFrom('frame')
      .where('ts', '<', new Date((old + 1) * DAY_MS))
      .select('seq')
      .execute();
    const dropped = partitions().dropExpired();
    const written = Array.from({ length: 20 }, (_, i) => writer.write(frameAt(MIDNIGHT_MS, i + 1)));
    await expect(dropped).rejects.toThrow('in use');
    await Promise.all(written);
  });
  await partitions().dropExpired();
  expect(await listPartitionDays(database.db)).toEqual([TODAY]);
  expect(await countFrames()).toBe(20);
});

it('frames are stored without a pause and without a deadlock while expired days are dropped', async () => {
  const days = Array.from({ length: 8 }, (_, i) => TODAY - KEPT_DAYS - 2 - i);
  await ensurePartitions(database.db, [...days, TODAY]);
  const writer = createFrameWriter(database.db, createMetrics());
  let isDropping = true;
  let written = 0;
  const writing = (async () => {
    while (isDropping) await writer.write(frameAt(MIDNIGHT_MS, ++written));
  })();
  await waitFor(
    () =>
      partitions()
        .dropExpired()
        .then(() => true)
        .catch(() => false),
    { what: 'all expired days to be dropped' },
  );
  isDropping = false;
  await writing;
  expect(await listPartitionDays(database.db)).toEqual([TODAY]);
  expect(await countFrames()).toBe(written);
});

it('after midnight frames go into a partition that was created before', async () => {
  let offsetMs = 0;
  const world = await startWorld({ now: () => MIDNIGHT_MS - 1000 + offsetMs });
  const device = await world.enrol();
  const board = await device.connect();
  const before = await listPartitionDays(world.db);
  offsetMs = 2000;
  await board.publishTele({ ts: MIDNIGHT_MS / 1000 });
  const stored = () => world.db.selectFrom('frame').where('device_id', '=', device.id).select('ts').execute();
  expect(await waitFor(async () => (await stored())[0])).toEqual({ ts: new Date(MIDNIGHT_MS) });
  expect(await listPartitionDays(world.db)).toEqual(before);
  await board.drop();
  await world.stop();
});
