import type { History, HistoryMetric } from '@manoboard/contract/history/history';
import { LEVELS } from '@manoboard/domain/history/blocks';
import { addBlock, type Block, newBlock } from '@manoboard/domain/history/rollup';
import { USUAL_INTERVAL } from '@manoboard/domain/telemetry/frame-interval';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@manoboard/domain/time';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createMetrics } from '../../base/metrics.ts';
import { createPace } from '../../base/turns.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { writeJson } from '../../http/json-answer.ts';
import { listBlocks } from './history.repo.ts';
import { createHistory } from './history.service.ts';
import { createRollupCache, mergeRollups } from './merged-rollups.ts';
import { createRollups } from './rollup.service.ts';
import { readRollupState } from './rollup-state.repo.ts';
import { createFrameWriter } from './store/frame-writer.ts';

/** The last hour that is not closed yet by the clock of the database, and an hour with closed ones after it. */
const OPEN_MS = Math.floor((Date.now() - 180_000) / HOUR_MS) * HOUR_MS;
const START_MS = OPEN_MS - 5 * HOUR_MS;
const NOW_MS = OPEN_MS + 2 * MINUTE_MS;
const METRICS: readonly HistoryMetric[] = ['pressure', 'electro_meter', 'load'];
const MEGABYTE = 2 ** 20;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let device: DeviceKey;
let seq = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
  await setProgress(START_MS);
  device = await newDevice();
  await store(every30s(START_MS, 5 * 120));
});

const setProgress = (hourMs: number) =>
  database.db
    .updateTable('history_progress')
    .set({ hour: new Date(hourMs), device_id: 0 })
    .execute();

async function newDevice(): Promise<DeviceKey> {
  const { id } = await database.db
    .insertInto('device')
    .values({ id_dev: `MNB-H${crypto.randomUUID().slice(0, 8)}`, secret_hash: Buffer.alloc(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const every30s = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, i) => fromMs + i * 30_000);

/** Full frames; the pressure differs from frame to frame. */
async function store(atMs: readonly number[], pressureOf = (i: number) => 3 + (i % 7) / 7) {
  const writer = createFrameWriter(database.db, createMetrics());
  await Promise.all(
    atMs.map((tsMs, i) =>
      writer.write({
        deviceKey: device,
        tsMs,
        receivedAtMs: tsMs,
        isPlacedByArrival: false,
        frame: aTele({
          ts: tsMs / 1000,
          seq: ++seq,
          d: aReading({ pressure: pressureOf(i), electro_meter: 100 + seq / 100 }),
        }),
      }),
    ),
  );
}
const rollUp = () => createRollups({ db: database.db, rawDays: 30 }).run();

interface Read {
  fromMs?: number;
  toMs?: number;
  nowMs?: number;
  points?: string;
  visibleFromS?: number | null;
  db?: typeof database.db;
}

async function readGraph(cache: ReturnType<typeof createRollupCache>, options: Read = {}): Promise<History> {
  const { nowMs = NOW_MS, fromMs = nowMs - DAY_MS, toMs, points = '500', visibleFromS = null } = options;
  const history = createHistory({
    db: options.db ?? database.db,
    cache,
    now: () => nowMs,
    retentionDays: { raw: 30, minute: 730, hour: 3650 },
    intervalOf: () => USUAL_INTERVAL,
  });
  const graph = await history.read(
    { deviceKey: device, deviceId: 'MNB-H', visibleFromS },
    {
      from: fromMs / 1000,
      ...(toMs !== undefined && { to: toMs / 1000 }),
      points,
      metrics: [...METRICS],
    },
  );
  return JSON.parse((await writeJson(graph, createPace())).body.toString());
}

/** The same graph from the cache and read anew, which must be equal. */
async function readTwice(cache: ReturnType<typeof createRollupCache>, options: Read = {}): Promise<History> {
  const cached = await readGraph(cache, options);
  expect(cached).toEqual(await readGraph(createRollupCache(0), options));
  return cached;
}
const highest = ({ series }: History) => Math.max(...(series.pressure?.max ?? []).map((value) => value ?? 0));

it('R4.13 merged rollups have the figures of the stored blocks, merged one by one', async () => {
  await rollUp();
  for (const [level, stepMs] of [
    ['minute', 7 * MINUTE_MS],
    ['hour', 2 * HOUR_MS],
  ] as const) {
    const fromMs = Math.floor(START_MS / stepMs) * stepMs - stepMs;
    const plan = { source: level, fromMs, stepMs, count: Math.ceil((OPEN_MS - fromMs) / stepMs) };
    const span = { fromMs, toMs: fromMs + stepMs * plan.count };
    const expected: Block = newBlock(plan.count);
    for (const { startMs, block } of await listBlocks(database.db, level, device, fromMs, span.toMs, METRICS))
      addBlock(expected, block, (index) => {
        const atMs = startMs + index * LEVELS[level].bucketMs;
        return atMs >= fromMs && atMs < OPEN_MS ? Math.floor((atMs - fromMs) / stepMs) : undefined;
      });
    const { versions } = await readRollupState(database.db, level, device, span, { fromMs: 0, toMs: 0 }, []);
    const shared = { db: database.db, cache: createRollupCache(MEGABYTE), deviceKey: device, level };
    const request = { ...shared, metrics: METRICS, pace: createPace() };
    const block = await mergeRollups(request, plan, OPEN_MS, versions);
    expect(await mergeRollups(request, plan, OPEN_MS, versions)).toBe(block);
    const numbers = ({ frames, seenMs, linkLostMs, fields }: Block) => [
      ...[frames, seenMs, linkLostMs].map((column) => [...column]),
      ...METRICS.flatMap((metric) => {
        const series = fields[metric];
        const meter = series?.meter ? [series.meter.first, series.meter.increase] : [];
        return [series?.min, series?.max, series?.avg, series?.last, series?.coveredMs, ...meter].map(
          (column) => [...(column ?? [])],
        );
      }),
    ];
    expect(numbers(block)).toEqual(numbers(expected));
    expect([...block.frames].reduce((sum, n) => sum + n, 0)).toBe(600);
  }
});

it('R4.13 a cached graph shows a late frame when its hour is rolled up again, and no frame of a deleted history', async () => {
  const cache = createRollupCache(MEGABYTE);
  await rollUp();
  for (const points of ['500', '20']) expect(highest(await readTwice(cache, { points }))).toBeLessThan(5);
  await store([START_MS + HOUR_MS + 15_000], () => 9);
  await rollUp();
  for (const points of ['500', '20']) expect(highest(await readTwice(cache, { points }))).toBe(9);
  await database.db.deleteFrom('device').where('id', '=', device).execute();
  for (const points of ['500', '20']) {
    const { series, since } = await readTwice(cache, { points });
    expect(series.pressure?.max.every((value) => value === null)).toBe(true);
    expect(since).toBe(Math.floor(NOW_MS / 1000));
  }
});

it('R4.13 a cached graph goes on with each hour that is rolled up, and when its range moves or shrinks', async () => {
  const cache = createRollupCache(MEGABYTE);
  await rollUp();
  const progressOf = [START_MS + HOUR_MS, START_MS + 2 * HOUR_MS, START_MS + 4 * HOUR_MS, OPEN_MS];
  for (const progressMs of progressOf) {
    // Blocks after the progress are not used, as those of a rollup that is going on.
    await setProgress(progressMs);
    for (const points of ['500', '20', '3']) await readTwice(cache, { points });
  }
  for (const aheadMs of [0, 3 * MINUTE_MS, HOUR_MS, -HOUR_MS])
    for (const points of ['500', '20']) {
      const nowMs = NOW_MS + aheadMs;
      await readTwice(cache, { points, nowMs });
      await readTwice(cache, { points, nowMs, toMs: START_MS + 3 * HOUR_MS });
      await readTwice(cache, { points, nowMs, fromMs: START_MS + HOUR_MS, toMs: nowMs - 90_000 });
    }
});

it('rollups that the database has moved back leave no gap', async () => {
  const cache = createRollupCache(MEGABYTE);
  await rollUp();
  const before = await readTwice(cache);
  await setProgress(OPEN_MS - 2 * HOUR_MS);
  const after = await readTwice(cache);
  expect(after.series.pressure?.gaps).toEqual(before.series.pressure?.gaps);
});

it('a reader that has been idle for days reads no frames of the time since that is rolled up', async () => {
  await rollUp();
  const open: unknown[] = [];
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      open.push(...result.rows.flatMap((row) => ('open' in row && row.open !== null ? [row.open] : [])));
      return result;
    },
  });
  const cache = createRollupCache(MEGABYTE);
  cache.progressMs = START_MS;
  await readGraph(cache, { db, toMs: START_MS + 3 * HOUR_MS });
  expect(open).toEqual([]);
  await readGraph(cache, { db });
  expect(open).toHaveLength(1);
});

it('R4.3c what staff have read is not in the graph of a later tenure, from the same cache', async () => {
  const cache = createRollupCache(MEGABYTE);
  await store([START_MS + 45_000], () => 9);
  await rollUp();
  const tenureS = (START_MS + 2 * HOUR_MS) / 1000;
  for (const points of ['500', '20']) {
    expect(highest(await readTwice(cache, { points }))).toBe(9);
    const own = await readTwice(cache, { points, visibleFromS: tenureS });
    expect(highest(own)).toBeLessThan(5);
    expect(own.t[0]).toBeGreaterThanOrEqual(tenureS);
    expect(highest(await readTwice(cache, { points }))).toBe(9);
  }
});

it('the graph of one device is not that of another from the same cache', async () => {
  const cache = createRollupCache(MEGABYTE);
  await rollUp();
  await readTwice(cache);
  device = await newDevice();
  const { series } = await readTwice(cache);
  expect(series.pressure?.max.every((value) => value === null)).toBe(true);
});

it('the cache is bounded: the least recently used graphs leave it', async () => {
  await rollUp();
  const one = createRollupCache(MEGABYTE);
  await readGraph(one);
  const bytes = one.bytes();
  expect(bytes).toBeGreaterThan(10_000);
  const small = createRollupCache(5 * bytes);
  for (let points = 400; points <= 500; points += 5) {
    await readGraph(small, { points: `${points}` });
    expect(small.bytes()).toBeLessThanOrEqual(5 * bytes);
  }
  const none = createRollupCache(bytes);
  await readGraph(none);
  expect(none.bytes()).toBe(0);
});
