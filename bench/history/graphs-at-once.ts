import { setTimeout as pause } from 'node:timers/promises';
import { HistoryMetric } from '@manoboard/contract/history/history';
import { DAY_S, HOUR_MS } from '@manoboard/domain/time';
import { connectBoard } from '@manoboard/testkit/board-client';
import { createHttpClient } from '@manoboard/testkit/http-client';
import { seedGraphs } from '../abuse/abuse-seed.ts';
import { startBenchServer } from '../lib/bench-server.ts';
import { readNumbers } from '../lib/options.ts';
import { cpuMs, mainThreadCpuMs, memoryMb } from '../lib/processes.ts';
import { loginOwner, seedFleet } from '../lib/raw-fleet.ts';
import { LOAD_BEFORE, percentile, report } from '../lib/report.ts';
import { seedFrames } from './history-seed.ts';

/** Graphs of one person, then of many people at the same moment, while another person stops a pump. */
const { people, reads, rounds } = readNumbers({ people: 20, reads: 60, rounds: 15 });
const AIM = { dayMs: 10, yearMs: 30, peopleMs: 100, stopMs: 300 };
const STOPS_PAUSE_MS = 50;

const { url, mqttUrl, pid, connection, db, stop } = await startBenchServer({
  READ_POINTS_PER_MINUTE: '1000000000',
});
const fleet = await seedFleet(db, people + 1, people + 1);
await seedGraphs(db, connection, fleet[0]?.deviceId ?? '');
const nowMs = Date.now();
await seedFrames(
  db,
  { first: 0, count: people + 1 },
  Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_MS / 2,
  nowMs,
);
/** The owner of the n-th device: see `seedFleet`. */
const cookies = await Promise.all(fleet.map((_, n) => loginOwner(db, 1 + ((n + 1) % (people + 1)))));
const clients = fleet.map(() => createHttpClient(url));

async function readGraph(n: number, query: string): Promise<number> {
  const path = `/devices/${fleet[n]?.deviceId}/history?${query}`;
  const begunMs = performance.now();
  const answer = await clients[n]?.send({ method: 'GET', path, headers: {} }, cookies[n] ?? '');
  const tookMs = performance.now() - begunMs;
  if (answer?.status !== 200 || answer.text.length < 10_000) throw new Error(`${path}: ${answer?.status}`);
  return tookMs;
}
interface Alone {
  times: number[];
  /** Processor time of an answer in Node: that of the main thread, of all. */
  cpu: string;
}

const since = (days: number) => `from=${Math.floor(Date.now() / 1000) - days * DAY_S}`;
const RANGES = {
  '24 h': () => since(1),
  '1 year': () => since(365),
  '5000 points': () => `${since(14)}&points=5000&metrics=${HistoryMetric.options.slice(0, 12).join()}`,
};

async function readAlone(query: () => string): Promise<Alone> {
  // The first ones warm up the code.
  for (let n = 0; n < people; n++) await readGraph(n, query());
  const begun = { all: cpuMs(pid), main: mainThreadCpuMs(pid) };
  const times: number[] = [];
  for (let n = 0; n < reads; n++) times.push(await readGraph(n % people, query()));
  const perRead = (ms: number) => (ms / reads).toFixed(1);
  const main = perRead(mainThreadCpuMs(pid) - begun.main);
  return { times, cpu: `${main} of ${perRead(cpuMs(pid) - begun.all)} ms` };
}

const target = fleet[people];
if (!target) throw new Error('--people must be 1 or more');
const pump = await connectBoard({ url: mqttUrl, ...target });
await pump.listen();
await pump.publishStatus();
pump.client.on('message', () => {
  const command = pump.commands.at(-1);
  if (command) void pump.done(command).catch(() => {});
});
async function stopPump(): Promise<number> {
  const begunMs = performance.now();
  const answer = await fetch(`${url}/api/mqtt/${target?.deviceId}/start-stop`, {
    method: 'POST',
    headers: { cookie: cookies[people] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ what: 'stop', value: false }),
  });
  await answer.arrayBuffer();
  return answer.ok ? performance.now() - begunMs : Number.POSITIVE_INFINITY;
}

const memoryBefore = memoryMb(pid);
/** The first pass has code that is not compiled yet, as after a start or after some minutes without a graph. */
const first: Record<string, Alone> = {};
for (const [name, query] of Object.entries(RANGES)) first[name] = await readAlone(query);
const alone: Record<string, Alone> = {};
for (const [name, query] of Object.entries(RANGES)) alone[name] = await readAlone(query);
const quietStops: number[] = [];
for (let n = 0; n < 20; n++) quietStops.push(await stopPump());

const together: number[] = [];
const stops: number[] = [];
let isOver = false;
const stopping = (async () => {
  while (!isOver) {
    stops.push(await stopPump());
    await pause(STOPS_PAUSE_MS);
  }
})();
for (let round = 0; round < rounds; round++) {
  together.push(
    ...(await Promise.all(Array.from({ length: people }, (_, n) => readGraph(n, RANGES['24 h']())))),
  );
  await pause(100);
}
isOver = true;
await stopping;
const memoryAfter = memoryMb(pid);
await pump.leave();
await stop();

const figures = (times: readonly number[] = []) =>
  `p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
report({
  name: 'graphs-at-once',
  what: `GET /devices/{id}/history over HTTP: one after the other (24 h and a year of 7 metrics in 1000 points, 14 days of 12 metrics in 5000), then 24 h of ${people} people at the same moment, ${rounds} times, while another person stops a pump; processor time in Node; memory of the server; ${LOAD_BEFORE}`,
  result: `${Object.entries(alone)
    .map(
      ([name, { times, cpu }]) =>
        `${name}: ${figures(times)} (first pass ${figures(first[name]?.times)}), main thread ${cpu}`,
    )
    .join(
      '; ',
    )}; ${people} people: ${figures(together)}; stop: ${figures(quietStops)} without them, ${figures(stops)} beside them; memory ${memoryBefore} → ${memoryAfter} MB`,
  aim: `p95 24 h ${AIM.dayMs} ms, a year ${AIM.yearMs} ms, ${people} people ${AIM.peopleMs} ms; stop p99 ${AIM.stopMs} ms`,
});
const isMet =
  percentile(alone['24 h']?.times ?? [], 0.95) < AIM.dayMs &&
  percentile(alone['1 year']?.times ?? [], 0.95) < AIM.yearMs &&
  percentile(together, 0.95) < AIM.peopleMs &&
  percentile(stops, 0.99) < AIM.stopMs;
process.exit(isMet ? 0 : 1);
