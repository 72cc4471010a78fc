import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createMetrics } from '../../../base/metrics.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { copyFrames, insertFrames, type PlacedFrame } from './append.repo.ts';
import { createFrameWriter } from './frame-writer.ts';

const NOW_MS = Math.floor(Date.now() / 1000) * 1000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());
beforeEach(() => sql`truncate frame`.execute(database.db));

const placed = (seq: number, change: Partial<PlacedFrame> = {}): PlacedFrame => ({
  deviceKey: 1 as DeviceKey,
  tsMs: NOW_MS,
  receivedAtMs: NOW_MS + 123,
  isPlacedByArrival: false,
  frame: aTele({ seq, ts: NOW_MS / 1000 }),
  ...change,
});
const storedFrames = () =>
  database.db.selectFrom('frame').selectAll().orderBy('device_id').orderBy('seq').execute();

/** Bounds of the fields, values that single precision rounds, values too small for their column, missing fields. */
const UNUSUAL: readonly PlacedFrame[] = [
  placed(1, { frame: aTele({ seq: 1, boot: 2 ** 31 - 1, d: aReading({ pressure: -1.987_654_321 }) }) }),
  placed(2, { frame: aTele({ seq: 2, fc: 0, d: { rssi: -61 }, na: ['fault', 'pressure'] }) }),
  placed(3, { frame: aTele({ seq: 3, d: aReading({ pressure: 1e-40, electro_meter: 1e-310, rssi: -0 }) }) }),
  placed(4, {
    frame: aTele({ seq: 4, d: aReading({ electro_meter: 999_999_999.123_456_7, fault: 65_535 }) }),
  }),
  placed(5, { frame: aTele({ seq: 5, d: {} }), tsMs: NOW_MS + 1, receivedAtMs: NOW_MS - 86_400_000 }),
];

it('frames that are stored by COPY equal those that are stored by INSERT, field by field', async () => {
  const writer = createFrameWriter(database.db, createMetrics());
  await writer.write(placed(0));
  await copyFrames(database.db, UNUSUAL);
  const copied = await storedFrames();
  await sql`truncate frame`.execute(database.db);
  await insertFrames(database.db, [placed(0), ...UNUSUAL]);
  expect(copied).toEqual(await storedFrames());
  expect(copied[2]).toMatchObject({ rssi: -61, fc: 0, na: (1 << 16) | (1 << 5), pressure: null });
  expect(Object.keys(copied[1] ?? {})).toEqual(expect.arrayContaining(READING_FIELDS));
});

it('a frame that is stored already is stored once, and the new frames of its batch are stored', async () => {
  const metrics = createMetrics();
  const writer = createFrameWriter(database.db, metrics);
  await writer.write(placed(1));
  await Promise.all([1, 2, 3].map((seq) => writer.write(placed(seq))));
  await writer.settle();
  expect((await storedFrames()).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect((await metrics.framesRepeated.get()).values[0]?.value).toBe(1);
});

it('a frame that was placed by its arrival is stored once, whenever it arrives again', async () => {
  const writer = createFrameWriter(database.db, createMetrics());
  const arrival = (tsMs: number) => placed(1, { tsMs, isPlacedByArrival: true });
  await writer.write(arrival(NOW_MS));
  await Promise.all([arrival(NOW_MS + 5000), placed(2)].map(writer.write));
  expect((await storedFrames()).map(({ seq, ts }) => [seq, ts.getTime()])).toEqual([
    [1, NOW_MS],
    [2, NOW_MS],
  ]);
});

it('a failed batch leaves the connection usable: a frame that the database rejects fails alone', async () => {
  const writer = createFrameWriter(database.db, createMetrics());
  await writer.write(placed(0));
  await sql`alter table frame add constraint no_five check (seq <> 5)`.execute(database.db);
  const results = await Promise.allSettled([4, 5, 6].map((seq) => writer.write(placed(seq))));
  await sql`alter table frame drop constraint no_five`.execute(database.db);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await storedFrames()).map(({ seq }) => seq)).toEqual([0, 4, 6]);
});
