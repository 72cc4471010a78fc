import { HistoryMetric } from '@manoboard/contract/history/history';
import { DAY_S, HOUR_MS } from '@manoboard/domain/time';
import { createHttpClient } from '@manoboard/testkit/http-client';
import { seedFrames, seedRollups } from './history/seed.ts';
import { startBenchServer } from './lib/bench-server.ts';
import { readNumbers } from './lib/options.ts';
import { cpuMs, mainThreadCpuMs, memoryMb } from './lib/processes.ts';
import { connectPump } from './lib/pump.ts';
import { loginOwner, seedFleet } from './lib/raw-fleet.ts';
import { LOAD_BEFORE, percentile, report, spread } from './lib/report.ts';
import { repeat, timedStop } from './lib/requests.ts';

/**
 * Graphs of a large installation over HTTP: the first after a restart of Postgres, then again, and those of many people
 * at the same moment while another person stops a pump.
 */
const { devices, days, minutes, graphs, rounds, people } = readNumbers(
  { devices: 1000, days: 365, minutes: 14, graphs: 100, rounds: 3, people: 20 },
  { devices: 10, days: 60, minutes: 14, graphs: 2, rounds: 1, people: 4 },
);
const STOP_AIM_MS = 300;
const STOPS_PAUSE_MS = 50;
const CROWDS = 15;
const since = (seconds: number) => `from=${Math.floor(Date.now() / 1000) - seconds}`;
const RANGES = [
  { name: '24 h', query: () => since(DAY_S), aimMs: 10 },
  { name: '30 days', query: () => since(30 * DAY_S), aimMs: 20 },
  { name: '1 year', query: () => since(365 * DAY_S), aimMs: 30 },
  {
    name: '5000 points',
    query: () => `${since(14 * DAY_S)}&points=5000&metrics=${HistoryMetric.options.slice(0, 12).join()}`,
    aimMs: Number.POSITIVE_INFINITY,
  },
] as const;

const server = await startBenchServer();
/** Each device has the account that reads its graphs; the pump of the last one is stopped. */
const accounts = people + 1;
const boards = await seedFleet(server.db(), devices + 1, accounts);
const target = boards[devices] ?? { deviceId: '', secret: '' };
await seedRollups(server.db(), { minute: minutes, hour: days });
const nowMs = Date.now();
await seedFrames(
  server.db(),
  { first: 0, count: Math.min(devices, RANGES.length * graphs), everyS: 5 },
  Math.floor(nowMs / HOUR_MS) * HOUR_MS,
  nowMs,
);
const { rows: sizes } = await server
  .db()
  .query<{ gb: string }>(
    "select round(sum(pg_total_relation_size(inhrelid)) / 1e9, 1) as gb from pg_inherits where inhparent in ('history_minute'::regclass, 'history_hour'::regclass)",
  );
const cookies: string[] = [];
for (let n = 1; n <= accounts; n++) cookies.push(await loginOwner(server.db(), n));
/** See `seedFleet`. */
const cookieOf = (device: number) => cookies[(device + 1) % accounts] ?? '';
await server.end();
await server.start();

async function readGraph(device: number, query: string, client = createHttpClient(server.url)) {
  const path = `/devices/${boards[device]?.deviceId}/history?${query}`;
  const begunMs = performance.now();
  const { status, text } = await client.send({ method: 'GET', path, headers: {} }, cookieOf(device));
  const tookMs = performance.now() - begunMs;
  if (status !== 200 || text.length < 10_000) throw new Error(`${path}: ${status}, ${text.length} bytes`);
  return tookMs;
}

/** Each range has devices of its own, so that one does not warm up the other. */
const deviceOf = (range: number, n: number) => (range * graphs + n) % devices;

async function readPass(passes: number) {
  const results: { times: number[]; cpu: string }[] = [];
  for (const [range, { query }] of RANGES.entries()) {
    const begun = { all: cpuMs(server.pid()), main: mainThreadCpuMs(server.pid()) };
    const times: number[] = [];
    for (let n = 0; n < passes * graphs; n++)
      times.push(await readGraph(deviceOf(range, n % graphs), query()));
    const each = (ms: number) => (ms / times.length).toFixed(1);
    const main = each(mainThreadCpuMs(server.pid()) - begun.main);
    results.push({ times, cpu: `main thread ${main} of ${each(cpuMs(server.pid()) - begun.all)} ms` });
  }
  return results;
}

const pump = await connectPump(server.mqttUrl, target);
const stopping = () =>
  repeat(() => timedStop(server.url, cookieOf(devices), target.deviceId), STOPS_PAUSE_MS);

// The session of the user and the code of the server are warm, the values are not.
await readGraph(devices - 1, since(DAY_S));
const memoryBefore = memoryMb(server.pid());
const cold = await readPass(1);
const warm = await readPass(rounds);
const quiet = stopping();
await new Promise((done) => setTimeout(done, 2000));
const quietStops = await quiet.end();
const clients = Array.from({ length: people }, () => createHttpClient(server.url));
const beside = stopping();
const together: number[] = [];
for (let round = 0; round < CROWDS; round++)
  together.push(
    ...(await Promise.all(clients.map((client, n) => readGraph(n % devices, since(DAY_S), client)))),
  );
const stops = await beside.end();
const memoryAfter = memoryMb(server.pid());
await pump.leave();
await server.stop();

const SHARES = [0.5, 0.95];
report({
  name: 'history',
  what: `GET /devices/{id}/history of the 7 metrics, 1000 points (and 14 days of 12 metrics in 5000), over HTTP, one after the other; ${devices} devices with hours of ${days} days and minutes of ${minutes} days (${sizes[0]?.gb} GB), the present hour from frames; cold is the first read after a restart of server and Postgres (page cache of the system warm), warm the ${rounds} reads after it; then 24 h of ${people} people at the same moment, ${CROWDS} times, while another person stops a pump; ${LOAD_BEFORE}`,
  result: `${RANGES.map(({ name }, at) => `${name}: warm ${spread(warm[at]?.times ?? [], SHARES)}, ${warm[at]?.cpu}; cold ${spread(cold[at]?.times ?? [], SHARES)}`).join('; ')}; ${people} people: ${spread(together, SHARES)}; stop: ${spread(quietStops)} without them, ${spread(stops)} beside them; memory ${memoryBefore} → ${memoryAfter} MB`,
  aim: `p95 warm ${RANGES.slice(0, 3)
    .map(({ aimMs }) => aimMs)
    .join(', ')} ms, ${people} people 100 ms; stop beside them p99 ${STOP_AIM_MS} ms`,
});
const isSlow = RANGES.some(({ aimMs }, at) => percentile(warm[at]?.times ?? [], 0.95) > aimMs);
process.exit(isSlow || percentile(stops, 0.99) > STOP_AIM_MS ? 1 : 0);
