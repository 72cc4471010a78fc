import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { dayOf } from '@manoboard/domain/telemetry/frame-days';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createMetrics } from '../../../base/metrics.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { findRunStateBefore } from '../../commands/fault-reset.repo.ts';
import { findOldestMs } from '../history.repo.ts';
import { createFrameCompression } from './frame-compression.ts';
import { createFrameWriter } from './frame-writer.ts';
import { listPartitionDays } from './partition.repo.ts';
import { listArrivedFrames, listFrames } from './stored-frames.repo.ts';

const DAY_START_MS = Date.parse('2026-05-01T00:00:00Z');
const DAY = dayOf(DAY_START_MS);
/** Boards keep frames for 24 h; with an hour of slack. */
const CLOSED_MS = DAY_START_MS + DAY_MS + 25 * HOUR_MS;
const [ONE, TWO] = [1 as DeviceKey, 2 as DeviceKey];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let nowMs = CLOSED_MS;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
  nowMs = CLOSED_MS;
  await sql`truncate frame, packed_frame, history_late`.execute(database.db);
});

const compression = () =>
  createFrameCompression({ db: database.db, log: pino({ level: 'silent' }), now: () => nowMs });
const frameAt = (deviceKey: DeviceKey, tsMs: number, seq: number, pressure = 4) => ({
  deviceKey,
  tsMs,
  receivedAtMs: tsMs + 77,
  isPlacedByArrival: seq % 7 === 0,
  frame: aTele({ ts: tsMs / 1000, seq, d: aReading({ pressure, rssi: -60 - (seq % 5) }), na: ['fault'] }),
});
const store = async (frames: ReturnType<typeof frameAt>[]) => {
  const writer = createFrameWriter(database.db, createMetrics());
  await Promise.all(frames.map(writer.write));
};
/** Every 20 minutes of the day and a little before and after it. */
const AFTER_THE_DAY = 2 * 2;
const storeDay = () =>
  store(
    [ONE, TWO].flatMap((key) =>
      Array.from({ length: 76 }, (_, i) =>
        frameAt(key, DAY_START_MS + (i - 2) * 20 * 60_000 + key * 1000, i, 3 + i / 100),
      ),
    ),
  );
const read = async (fromMs = DAY_START_MS - DAY_MS, toMs = DAY_START_MS + 2 * DAY_MS) => ({
  one: await listFrames(database.db, ONE, fromMs, toMs, READING_FIELDS),
  two: await listFrames(database.db, TWO, fromMs, toMs, READING_FIELDS),
  arrived: await listArrivedFrames(database.db, TWO, fromMs, toMs),
  some: await listFrames(database.db, ONE, fromMs, toMs, ['pressure', 'rssi']),
});
const countOf = async (table: 'frame' | 'packed_frame') =>
  (await database.db.selectFrom(table).select('device_id').execute()).length;
const runState = () =>
  findRunStateBefore(
    database.db,
    ONE,
    new Date(DAY_START_MS + 6 * HOUR_MS),
    new Date(DAY_START_MS - 18 * HOUR_MS),
  );

it('a closed day is packed and its partition is dropped; every reader reads the same as before', async () => {
  await storeDay();
  const before = {
    ...(await read()),
    part: await read(DAY_START_MS + 90 * 60_000, DAY_START_MS + 150 * 60_000),
  };
  await compression().run();
  expect(await listPartitionDays(database.db)).not.toContain(DAY);
  expect(await listPartitionDays(database.db, 'packed_frame')).toEqual([DAY - 1, DAY]);
  expect(await countOf('packed_frame')).toBe(2 * 25);
  expect({
    ...(await read()),
    part: await read(DAY_START_MS + 90 * 60_000, DAY_START_MS + 150 * 60_000),
  }).toEqual(before);
  expect(before.part.one).toHaveLength(3);
  expect(await findOldestMs(database.db, 'raw', ONE)).toBe(DAY_START_MS - HOUR_MS);
  expect(await runState()).toBe(1);
});

it('a day is not packed while boards may still send its frames', async () => {
  await storeDay();
  nowMs = CLOSED_MS - 1;
  await compression().run();
  expect(await listPartitionDays(database.db, 'packed_frame')).not.toContain(DAY + 1);
  expect(
    await database.db.selectFrom('frame').where('ts', '>=', new Date(DAY_START_MS)).select('seq').execute(),
  ).toHaveLength(2 * 74);
});

it('a run that fails half-way loses and doubles nothing, and the next run packs the rest', async () => {
  await storeDay();
  const before = await read();
  const limit = new Date(DAY_START_MS + 5 * HOUR_MS).toISOString();
  await sql`alter table packed_frame add constraint half check (start < ${sql.lit(limit)})`.execute(
    database.db,
  );
  await expect(compression().run()).rejects.toThrow(/half/);
  await sql`alter table packed_frame drop constraint half`.execute(database.db);
  expect(await countOf('packed_frame')).toBe(2 * 6);
  expect(await read()).toEqual(before);
  await compression().run();
  expect(await read()).toEqual(before);
  expect(await listPartitionDays(database.db)).not.toContain(DAY);
});

it('a stopped run ends after its transaction', async () => {
  await storeDay();
  const stopped = compression();
  stopped.stop();
  await stopped.run();
  expect(await countOf('packed_frame')).toBe(0);
});

it('a frame that arrives after its day was packed is found at once, and packed with the others', async () => {
  await storeDay();
  const before = await read();
  await compression().run();
  const late = frameAt(ONE, DAY_START_MS + 10 * HOUR_MS + 5000, 500, 9);
  await store([late]);
  const after = await read();
  expect(after.two).toEqual(before.two);
  expect(after.one).toHaveLength(before.one.length + 1);
  expect(after.one.find(({ seq }) => seq === 500)).toMatchObject({ tsMs: late.tsMs, na: ['fault'] });
  await compression().run();
  expect(await read()).toEqual(after);
  expect(await listPartitionDays(database.db)).not.toContain(DAY);
});

it('two runs at once, and frames that arrive meanwhile, lose and double nothing', async () => {
  await storeDay();
  const before = await read();
  const late = Array.from({ length: 20 }, (_, i) => frameAt(TWO, DAY_START_MS + i * HOUR_MS + 7000, 501 + i));
  const storing = late.map((frame) => store([frame]));
  await Promise.all([compression().run(), compression().run(), ...storing]);
  await waitFor(
    async () => {
      await compression().run();
      return !(await listPartitionDays(database.db)).includes(DAY);
    },
    { what: 'the day to be packed' },
  );
  const after = await read();
  expect(after.one).toEqual(before.one);
  expect(after.two.filter(({ seq }) => seq < 501)).toEqual(before.two);
  expect(after.two.filter(({ seq }) => seq >= 501)).toHaveLength(20);
});

it('a repeat of a packed frame is read once, before and after it is packed', async () => {
  await storeDay();
  const before = await read();
  await compression().run();
  await store([frameAt(ONE, DAY_START_MS - 2 * 20 * 60_000 + 6 * 20 * 60_000 + 1000, 6, 3.06)]);
  expect(await countOf('frame')).toBe(AFTER_THE_DAY + 1);
  expect(await read()).toEqual(before);
  await compression().run();
  expect(await countOf('frame')).toBe(AFTER_THE_DAY);
  expect(await read()).toEqual(before);
});
