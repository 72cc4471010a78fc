import type { History } from '@manoboard/contract/history/history';
import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { blockStartMs, LEVELS, type Level, REACH_MS } from '@manoboard/domain/history/blocks';
import type { Frame } from '@manoboard/domain/history/frame';
import { USUAL_INTERVAL } from '@manoboard/domain/telemetry/frame-interval';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createMetrics } from '../../base/metrics.ts';
import { createPace } from '../../base/turns.ts';
import { openDb } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { listPartitions } from '../../db/partitions.ts';
import { writeJson } from '../../http/json-answer.ts';
import { listLateHours, mapBlocks } from './history.repo.ts';
import { createHistory } from './history.service.ts';
import { createHistoryRetention, ensureHistoryPartitions } from './history-partitions.ts';
import { createRollupCache } from './merged-rollups.ts';
import { createRollups } from './rollup.service.ts';
import { createFrameWriter } from './store/frame-writer.ts';
import { listArrivedFrames, listFrames } from './store/stored-frames.repo.ts';

/** The last hour that is not closed yet by the clock of the database, and an hour with two closed ones after it. */
const OPEN_MS = Math.floor((Date.now() - 180_000) / HOUR_MS) * HOUR_MS;
const START_MS = OPEN_MS - 3 * HOUR_MS;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let device: DeviceKey;
let seq = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('device').execute();
  ({ id: device } = await newDevice());
  await db.deleteFrom('history_late').execute();
  await db
    .updateTable('history_progress')
    .set({ hour: new Date(START_MS), device_id: 0 })
    .execute();
});

const newDevice = () =>
  database.db
    .insertInto('device')
    .values({ id_dev: `MNB-H${crypto.randomUUID().slice(0, 8)}`, secret_hash: Buffer.alloc(32) })
    .returning('id')
    .executeTakeFirstOrThrow();

const rollups = () => createRollups({ db: database.db, rawDays: 30 });

/** Stores frames of the device, each with all fields. */
async function store(atMs: readonly number[], pressure = 4, deviceKey = device) {
  const writer = createFrameWriter(database.db, createMetrics());
  await Promise.all(
    atMs.map((tsMs) =>
      writer.write({
        deviceKey,
        tsMs,
        receivedAtMs: tsMs,
        isPlacedByArrival: false,
        frame: aTele({ ts: tsMs / 1000, seq: ++seq, d: aReading({ pressure }) }),
      }),
    ),
  );
}
const every30s = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, i) => fromMs + i * 30_000);

/** The pressure in the minute or hour that begins at this time. */
async function figures(level: Level, atMs: number) {
  const startMs = blockStartMs(level, atMs);
  const index = (atMs - startMs) / LEVELS[level].bucketMs;
  const block = (await mapBlocks(database.db, level, [device], startMs)).get(device);
  const series = block?.fields.pressure;
  if (!block || !series) return undefined;
  const { min, max, avg, coveredMs } = series;
  return {
    frames: block.frames[index],
    min: min[index],
    max: max[index],
    avg: avg[index],
    coveredMs: coveredMs[index],
  };
}
/** The pressure from a time until now, as a graph. */
async function readGraph(fromMs: number, nowMs: number, interval = USUAL_INTERVAL): Promise<History> {
  const history = createHistory({
    db: database.db,
    cache: createRollupCache(0),
    now: () => nowMs,
    retentionDays: { raw: 30, minute: 730, hour: 3650 },
    intervalOf: () => interval,
  });
  const graph = await history.read(
    { deviceKey: device, deviceId: 'MNB-H', visibleFromS: null },
    { from: fromMs / 1000, points: '500', metrics: ['pressure'] },
  );
  return JSON.parse((await writeJson(graph, createPace())).body.toString());
}
const countLate = async () => (await database.db.selectFrom('history_late').select('id').execute()).length;
const progress = () =>
  database.db.selectFrom('history_progress').selectAll('history_progress').executeTakeFirstOrThrow();

it('the job rolls up closed hours to minutes and hours, and leaves open ones', async () => {
  await store(every30s(START_MS, 240));
  await store([START_MS + 60_000 + 1000], 9);
  await rollups().run();
  expect(await figures('minute', START_MS + 60_000)).toEqual({
    frames: 3,
    min: 4,
    max: 9,
    coveredMs: 60_000,
    avg: expect.closeTo(4 + (5 * 29) / 60, 5),
  });
  expect(await figures('hour', START_MS)).toMatchObject({ frames: 121, max: 9, coveredMs: HOUR_MS });
  expect(await figures('hour', START_MS + HOUR_MS)).toMatchObject({
    frames: 120,
    max: 4,
    coveredMs: HOUR_MS,
  });
  expect(await countLate()).toBe(0);
  // The next hour may have been closed since this file started.
  expect([OPEN_MS, OPEN_MS + HOUR_MS]).toContain((await progress()).hour.getTime());
});

it('a late frame corrects the minutes and hours that it reaches, also across the border of an hour', async () => {
  await store(every30s(START_MS, 60));
  await rollups().run();
  await store([START_MS + HOUR_MS - 10_000], 2);
  expect(await countLate()).toBe(2);
  await rollups().run();
  expect(await figures('minute', START_MS + 59 * 60_000)).toMatchObject({
    frames: 1,
    min: 2,
    coveredMs: 10_000,
  });
  expect(await figures('hour', START_MS)).toMatchObject({ frames: 61, min: 2, max: 4 });
  expect(await figures('minute', START_MS + HOUR_MS)).toMatchObject({
    frames: 0,
    min: 2,
    coveredMs: 50_000,
  });
  expect(await countLate()).toBe(0);
});

it('frames of an open hour mark nothing', async () => {
  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  await database.db
    .updateTable('history_progress')
    .set({ hour: new Date(hourMs) })
    .execute();
  await store([Date.now() - (Date.now() % 1000)]);
  expect(await countLate()).toBe(0);
});

it('a repeated rollup of the same frames changes nothing', async () => {
  await store(every30s(START_MS, 20));
  await rollups().run();
  const before = await sql`select * from history_minute order by device_id, start`.execute(database.db);
  await database.db
    .updateTable('history_progress')
    .set({ hour: new Date(START_MS), device_id: 0 })
    .execute();
  await rollups().run();
  const after = await sql`select * from history_minute order by device_id, start`.execute(database.db);
  expect(after.rows).toEqual(before.rows);
});

it('frames that are read have the values that were sent: null, `na`, lost links, meters and their order', async () => {
  const writer = createFrameWriter(database.db, createMetrics());
  const frames = [
    aTele({ ts: START_MS / 1000, boot: 2, seq: 1, d: { pressure: 3.9, electro_meter: 1_234_567.125 } }),
    aTele({
      ts: START_MS / 1000,
      boot: 1,
      seq: 7,
      d: { fault: 65535, rssi: -61 },
      na: ['motor_rpm', 'rssi'],
    }),
    aTele({ ts: START_MS / 1000 - 5, boot: 2, seq: 2, fc: 0, d: {} }),
  ];
  for (const frame of frames)
    await writer.write({
      deviceKey: device,
      tsMs: frame.ts * 1000,
      receivedAtMs: START_MS,
      isPlacedByArrival: false,
      frame,
    });
  const span = [START_MS - 60_000, START_MS + 1] as const;
  const read = await listFrames(database.db, device, ...span, READING_FIELDS);
  const arrived = await listArrivedFrames(database.db, device, ...span);
  const valuesOf = ({ tsMs, boot, seq, fc, d, na }: Frame) => ({
    ts: tsMs / 1000,
    boot,
    seq,
    fc,
    na,
    d: Object.fromEntries(READING_FIELDS.flatMap((field) => (d[field] == null ? [] : [[field, d[field]]]))),
  });
  const inOrder = [frames[2], frames[1], frames[0]].map((frame) => {
    const { v: _v, na = [], ...rest } = frame ?? aTele();
    return { ...rest, na };
  });
  expect(read.map(valuesOf)).toEqual(inOrder);
  expect(arrived.map(valuesOf)).toEqual(inOrder);
  expect(arrived.every(({ receivedAtMs }) => receivedAtMs === START_MS)).toBe(true);
  expect(read[2]?.d.electro_meter).toBe(1_234_567.125);
});

it('two servers share the work, and a run that was cut off goes on where its last commit was', async () => {
  const devices = [device];
  for (let i = 0; i < 44; i++) devices.push((await newDevice()).id);
  for (const key of devices) await store([START_MS + 1000], 4, key);
  // The backend of the first run is ended in the middle, as by a kill of its server.
  const killed = openDb({ ...database.connection, application_name: 'killed' }, pino({ level: 'silent' }));
  const run = createRollups({ db: killed, rawDays: 30 })
    .run()
    .catch(() => {});
  await waitFor(
    async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'killed'`.execute(database.db);
      return rows.length > 0;
    },
    { what: 'the backend of the first run' },
  );
  await run;
  await killed.destroy();
  await Promise.all([rollups().run(), rollups().run()]);
  await rollups().run();
  const { rows } = await sql<{ device_id: number }>`
    select device_id from history_minute where start = ${new Date(START_MS)} order by device_id`.execute(
    database.db,
  );
  expect(rows.map(({ device_id }) => device_id)).toEqual(devices);
});

it('storing a late frame does not wait for a rollup that is going on', async () => {
  await store(every30s(START_MS, 2));
  await rollups().run();
  await store([START_MS + 5000]);
  await database.db.transaction().execute(async (tx) => {
    await sql`select from history_progress for update`.execute(tx);
    await sql`delete from history_late`.execute(tx);
    await store([START_MS + 6000]);
    await rollups().run();
  });
  expect(await countLate()).toBe(1);
});

it('a frame that is 24 hours late corrects its hour, its day and the next hour that it reaches', async () => {
  const atMs = OPEN_MS - 24 * HOUR_MS;
  await database.db
    .updateTable('history_progress')
    .set({ hour: new Date(atMs) })
    .execute();
  await store(every30s(atMs, 20));
  await rollups().run();
  await store([atMs - 5000, atMs + 1000], 9);
  await rollups().run();
  expect(await figures('hour', atMs)).toMatchObject({ frames: 21, max: 9, coveredMs: 630_000 });
  expect(await figures('minute', atMs - 60_000)).toMatchObject({ frames: 1, coveredMs: 5000 });
});

it('all marks of an hour are one rollup', async () => {
  await store(every30s(START_MS, 2));
  await rollups().run();
  for (let i = 1; i <= 25; i++) await store([START_MS + i * 1000]);
  const [hour, ...others] = await listLateHours(database.db, 20);
  expect([hour?.hourMs, hour?.ids.length, others]).toEqual([START_MS, 25, []]);
  await rollups().run();
  expect(await countLate()).toBe(0);
  expect(await figures('hour', START_MS)).toMatchObject({ frames: 27 });
});

it('the progress moves back when the clock of the database was ahead', async () => {
  await database.db
    .updateTable('history_progress')
    .set({ hour: new Date(Date.now() + 90 * DAY_MS), device_id: device })
    .execute();
  await rollups().run();
  expect((await progress()).hour.getTime()).toBeLessThanOrEqual(Date.now());
  expect((await progress()).device_id).toBe(0);
});

it('while rollups are behind, a graph has the last day from frames, and a gap that is pending before it', async () => {
  await database.db
    .updateTable('history_progress')
    .set({ hour: new Date(OPEN_MS - 3 * DAY_MS) })
    .execute();
  await store([OPEN_MS - 4 * DAY_MS, OPEN_MS - 2 * DAY_MS, OPEN_MS - HOUR_MS]);
  const nowMs = OPEN_MS + HOUR_MS / 2;
  const { series, step_s } = await readGraph(OPEN_MS - 5 * DAY_MS, nowMs);
  const gaps = series.pressure?.gaps ?? [];
  expect(gaps.map(({ reason }) => reason)).toEqual([
    'no_data_yet',
    'offline',
    'pending',
    'offline',
    'offline',
  ]);
  const pending = gaps[2];
  expect(pending?.from).toBe(Math.floor((OPEN_MS - 3 * DAY_MS) / 1000 / step_s) * step_s);
  expect(pending?.to).toBe(Math.ceil((nowMs - DAY_MS) / 1000 / step_s) * step_s);
  expect(series.pressure?.last.filter((value) => value !== null)).toEqual([4]);
});

it('R4.13 graphs of 30 days and of a year contain the hours that the job has not rolled up, up to now', async () => {
  await store(every30s(START_MS, 120));
  await rollups().run();
  await database.db
    .updateTable('history_progress')
    .set({ hour: new Date(START_MS + HOUR_MS) })
    .execute();
  const nowMs = OPEN_MS + HOUR_MS / 2;
  await store([START_MS + 2 * HOUR_MS], 9);
  await store([nowMs - 60_000], 2);
  await store([nowMs - 30_000], 6);
  for (const days of [30, 365]) {
    const { level, series, to, t, step_s } = await readGraph(nowMs - days * DAY_MS, nowMs);
    expect(level).toBe('hour');
    expect(Math.max(...(series.pressure?.max ?? []).map((value) => value ?? 0))).toBe(9);
    expect(Math.min(...(series.pressure?.min ?? []).map((value) => value ?? 99))).toBe(2);
    expect(series.pressure?.last.at(-1)).toBe(6);
    expect(to).toBe(nowMs / 1000);
    expect((t.at(-1) ?? 0) + step_s).toBeGreaterThanOrEqual(to);
  }
});

it('R4.4 a board that is configured to send every 10 minutes is not offline between its frames', async () => {
  await store(Array.from({ length: 12 }, (_, i) => START_MS + i * 600_000));
  const nowMs = START_MS + 2 * HOUR_MS;
  const gapsOf = async (asleep: number) =>
    (await readGraph(START_MS, nowMs, { running: 5, asleep })).series.pressure?.gaps;
  expect(await gapsOf(600)).toEqual([]);
  expect(await gapsOf(30)).toHaveLength(12);
});

it('frames of an expired day are rolled up if no rollup of more frames exists', async () => {
  const oldMs = START_MS - 20 * DAY_MS;
  const week = createRollups({ db: database.db, rawDays: 7 });
  await store([oldMs], 3);
  await week.run();
  await store([oldMs + 30_000], 5);
  await week.run();
  expect(await figures('hour', oldMs)).toMatchObject({ frames: 2, min: 3, max: 5 });
});

it('a late frame of a day whose frames have expired does not replace the rollup of that day', async () => {
  const oldMs = START_MS - 20 * DAY_MS;
  await store(every30s(oldMs, 20));
  await rollups().run();
  await database.db.deleteFrom('frame').execute();
  await store([oldMs + 1000], 1);
  await createRollups({ db: database.db, rawDays: 7 }).run();
  expect(await figures('hour', oldMs)).toMatchObject({ frames: 20, min: 4 });
  expect(await countLate()).toBe(0);
});

it('rollups are removed with their device', async () => {
  await store([START_MS, START_MS + REACH_MS]);
  await rollups().run();
  await database.db.deleteFrom('device').execute();
  for (const table of ['history_minute', 'history_hour', 'history_late'] as const)
    expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

it('a month of minutes and a year of hours are dropped when their last hour has expired, and not before', async () => {
  const { db } = database;
  await ensureHistoryPartitions(db, [Date.UTC(2015, 11, 31), Date.UTC(2016, 0, 1)]);
  const at = (nowMs: number, minute: number, hour: number) =>
    createHistoryRetention({
      db,
      log: pino({ level: 'silent' }),
      now: () => nowMs,
      retentionDays: { minute, hour },
    })();
  const old = async () =>
    (await Promise.all([listPartitions(db, 'history_minute'), listPartitions(db, 'history_hour')]))
      .flat()
      .filter((name) => /201[56]/.test(name));
  await at(Date.UTC(2016, 0, 31) - 1, 30, 60);
  expect(await old()).toEqual([
    ...['history_minute_201512', 'history_minute_201601'],
    ...['history_hour_2015', 'history_hour_2016'],
  ]);
  await at(Date.UTC(2016, 0, 31), 30, 60);
  expect(await old()).toEqual(['history_minute_201601', 'history_hour_2015', 'history_hour_2016']);
  await at(Date.UTC(2016, 2, 1), 30, 60);
  expect(await old()).toEqual(['history_minute_201601', 'history_hour_2016']);
  await at(Date.UTC(2017, 2, 2), 30, 60);
  expect(await old()).toEqual([]);
});
