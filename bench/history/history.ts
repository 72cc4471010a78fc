import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { createHttpClient } from '@manoboard/testkit/http-client';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { createLog } from '../../apps/server/src/base/log.ts';
import { openDb } from '../../apps/server/src/db/db.ts';
import { createUsageRecorder } from '../../apps/server/src/wings/history/energy/usage.service.ts';
import { ensureHistoryPartitions } from '../../apps/server/src/wings/history/history-partitions.ts';
import { createRollups } from '../../apps/server/src/wings/history/rollup.service.ts';
import { readNumbers } from '../lib/options.ts';
import { childrenCpuMs, cpuMs } from '../lib/processes.ts';
import { connectRawBoards, publishUntilAnswered } from '../lib/raw-boards.ts';
import { loginOwner, seedFleet } from '../lib/raw-fleet.ts';
import { percentile, report } from '../lib/report.ts';
import { seedFrames, seedRollups } from './history-seed.ts';

/** Graphs of a large installation over HTTP, first after a restart of Postgres and then again; and what rollups with the energy of each hour cost. */
const { devices, days, minutes, graphs, rounds, seconds } = readNumbers({
  devices: 1000,
  days: 365,
  minutes: 3,
  graphs: 100,
  rounds: 3,
  seconds: 10,
});
const RANGES = [
  { name: '24 h', ms: DAY_MS, aimMs: 10 },
  { name: '30 days', ms: 30 * DAY_MS, aimMs: 20 },
  { name: '1 year', ms: 365 * DAY_MS, aimMs: 30 },
] as const;
const SPEAKING = 100;
const AIM_SHARE = 0.1;

const installation = await createInstallation();
/** One person reads all graphs here. */
const env = { ...installation.env, READ_POINTS_PER_MINUTE: '1000000000' };
let server = await startServerProgram(env);
const connect = async () => {
  const client = new Client((await installation.postgres()).connection);
  await client.connect();
  return client;
};
let db = await connect();
const boards = await seedFleet(db, devices, 1);
const cookie = await loginOwner(db, 1);

/** Processor time of a frame on the whole path, in Node and Postgres. */
async function ingestCost(): Promise<number> {
  const { pid: postgres } = await installation.postgres();
  const used = () => cpuMs(server.child.pid ?? 0) + childrenCpuMs(postgres);
  const connected = await connectRawBoards(server.ready.mqttUrl, boards.slice(0, SPEAKING));
  const begunMs = used();
  const endMs = performance.now() + seconds * 1000;
  await Promise.all(connected.map((board) => publishUntilAnswered(board, endMs, 8)));
  const costMs = used() - begunMs;
  for (const { socket } of connected) socket.destroy();
  return costMs / connected.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
}

/** The job of the server runs at the start of a minute, and would take part of the work. */
async function avoidJob() {
  const second = (Date.now() / 1000) % 60;
  if (second < 2 || second > 35) await pause(((62 - second) % 60) * 1000);
}

/** Processor time of a frame in a rollup of whole hours, in Node and Postgres, once the code is warm. */
async function rollupCost(): Promise<number> {
  const { pid: postgres, connection } = await installation.postgres();
  // The last hour that is closed, of the last devices: nothing else is due.
  const hourMs = Math.floor((Date.now() - 180_000) / HOUR_MS - 1) * HOUR_MS;
  const first = devices - SPEAKING;
  await seedFrames(db, { first, count: SPEAKING }, hourMs, hourMs + HOUR_MS);
  const before = await db.query<{ id: number }>('select id from device order by id limit 1 offset $1', [
    first - 1,
  ]);
  await avoidJob();
  const own = openDb(connection, createLog('error'));
  const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + childrenCpuMs(postgres);
  };
  const roll = async () => {
    await db.query('delete from history_late');
    await db.query('update history_progress set hour = $1, device_id = $2', [
      new Date(hourMs),
      before.rows[0]?.id,
    ]);
    const begunMs = used();
    await createRollups({ db: own, rawDays: 30, collectUsage }).run();
    return used() - begunMs;
  };
  const { collect: collectUsage } = createUsageRecorder({ db: own, now: Date.now, retentionDays: 30 });
  await roll();
  const costMs = await roll();
  await own.destroy();
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from history_minute where start = $1',
    [new Date(hourMs)],
  );
  if (rows[0]?.n !== SPEAKING) throw new Error(`${rows[0]?.n} of ${SPEAKING} devices were rolled up`);
  return costMs / (SPEAKING * 720);
}

/** Each range has devices of its own, so that one does not warm up the other. */
const deviceOf = (range: number, n: number) => boards[(range * graphs + n) % devices]?.deviceId;

async function readGraph(rangeMs: number, deviceId: string | undefined): Promise<number> {
  const client = createHttpClient(server.ready.url);
  const from = Math.floor((Date.now() - rangeMs) / 1000);
  const path = `/devices/${deviceId}/history?from=${from}`;
  const begun = performance.now();
  const { status, text } = await client.send({ method: 'GET', path, headers: {} }, cookie);
  const tookMs = performance.now() - begun;
  if (status !== 200 || text.length < 10_000) throw new Error(`${path}: ${status}, ${text.length} bytes`);
  return tookMs;
}

async function readGraphs(passes: number): Promise<number[][]> {
  const took: number[][] = [];
  for (const [range, { ms }] of RANGES.entries()) {
    const times: number[] = [];
    for (let pass = 0; pass < passes; pass++)
      for (let n = 0; n < graphs; n++) times.push(await readGraph(ms, deviceOf(range, n)));
    took.push(times);
  }
  return took;
}

const ingestMs = await ingestCost();
const rollupMs = await rollupCost();
console.log(`ingest ${ingestMs.toFixed(4)} ms a frame, rollup ${rollupMs.toFixed(4)} ms a frame`);

const kysely = openDb((await installation.postgres()).connection, createLog('error'));
const nowMs = Date.now();
const months = Array.from({ length: days + 2 }, (_, day) => nowMs + DAY_MS - day * DAY_MS);
await ensureHistoryPartitions(kysely, months);
await kysely.destroy();
await db.query('truncate history_minute, history_hour');
await seedRollups(db, nowMs, { minute: minutes, hour: days });
await db.query('delete from frame');
await seedFrames(
  db,
  { first: 0, count: RANGES.length * graphs },
  Math.floor(nowMs / HOUR_MS) * HOUR_MS,
  nowMs,
);
const { rows: sizes } = await db.query<{ gb: string }>(
  "select round(sum(pg_total_relation_size(inhrelid)) / 1e9, 1) as gb from pg_inherits where inhparent in ('history_minute'::regclass, 'history_hour'::regclass)",
);
console.log(`${sizes[0]?.gb} GB of rollups`);
await db.end();
await server.stop();

server = await startServerProgram(env);
db = await connect();
// The session of the user and the code of the server are warm, the values are not.
await readGraph(DAY_MS, boards.at(-1)?.deviceId).catch(() => {});
const cold = await readGraphs(1);
const warm = await readGraphs(rounds);
await db.end();
await server.stop();
await installation.remove();

const figures = (times: readonly number[] = []) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
const share = rollupMs / ingestMs;
report({
  name: 'history',
  what: `GET /devices/{id}/history of the 7 metrics, 1000 points, over HTTP, one after the other; ${devices} devices with hours of ${days} days and minutes of ${minutes} days (${sizes[0]?.gb} GB), the present hour from frames; cold is the first read after a restart of server and Postgres (page cache of the system warm), warm the ${rounds} reads after it; rollups of ${SPEAKING} device hours of 720 frames`,
  result: `${RANGES.map(({ name }, i) => `${name}: warm ${figures(warm[i])}; cold ${figures(cold[i])}`).join('; ')}; rollups take ${(share * 100).toFixed(1)} % of the processor time of ingest (${(rollupMs * 1000).toFixed(0)} of ${(ingestMs * 1000).toFixed(0)} µs a frame, Node and Postgres)`,
  aim: `p95 warm ${RANGES.map(({ aimMs }) => aimMs).join(', ')} ms; rollups below ${AIM_SHARE * 100} %`,
});
const isSlow = RANGES.some(({ aimMs }, i) => percentile(warm[i] ?? [], 0.95) > aimMs);
process.exit(isSlow || share > AIM_SHARE ? 1 : 0);
