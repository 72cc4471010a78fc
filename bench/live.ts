import { setTimeout as pause } from 'node:timers/promises';
import { startBenchServer } from './lib/bench-server.ts';
import { readNumbers } from './lib/options.ts';
import { childrenCpuMs, cpuMs, memoryMb, memoryOf } from './lib/processes.ts';
import { connectRawBoards, publishAtRate, type RawBoard } from './lib/raw-boards.ts';
import { loginOwner, seedFleet } from './lib/raw-fleet.ts';
import { percentile, report } from './lib/report.ts';
import { readLastData } from './lib/stream.ts';

/** A whole fleet at its usual rate, every device watched by one stream: latency from board to browser, and memory. */
const { boards, streams, rate, seconds } = readNumbers(
  { boards: 10_000, streams: 100, rate: 1667, seconds: 60 },
  { boards: 200, streams: 5, rate: 100, seconds: 5 },
);
const AIMS = { p99Ms: 10, idleMb: 500, loadedMb: 600 };
/** The first seconds are skipped as warm-up. */
const WARM_UP_S = 5;
const SETTLE_MS = 10_000;

const server = await startBenchServer();
const { url, mqttUrl, stop } = server;
const [db, nodePid, postgresPid] = [server.db(), server.pid(), server.postgresPid()];

const memory = () => {
  // Postgres is a child of the server.
  const [node, postgres] = [Math.round(memoryOf(nodePid)), memoryMb(postgresPid)];
  return { node, postgres, all: node + postgres };
};
type Memory = ReturnType<typeof memory>;

const connected = await connectRawBoards(mqttUrl, await seedFleet(db, boards, streams));
const byId = new Map<string, RawBoard>(connected.map((board) => [board.deviceId, board]));
const latencies: number[] = [];
let isCounted = false;
const readers = [];
for (let n = 1; n <= streams; n++)
  readers.push(
    readLastData(url, await loginOwner(db, n), (deviceId, seq) => {
      const sentAt = byId.get(deviceId)?.sentAt[seq];
      if (isCounted && sentAt) latencies.push(performance.now() - sentAt);
    }),
  );
await pause(SETTLE_MS);
const idle = memory();

await publishAtRate(connected, rate, WARM_UP_S);
isCounted = true;
const [begunCpuMs, begunPostgresMs] = [cpuMs(nodePid), childrenCpuMs(postgresPid)];
const loads: Memory[] = [];
const watch = setInterval(() => loads.push(memory()), 5000);
await publishAtRate(connected, rate, seconds);
clearInterval(watch);
const nodeMs = cpuMs(nodePid) - begunCpuMs;
const postgresMs = childrenCpuMs(postgresPid) - begunPostgresMs;
const cores = nodeMs / 1000 / seconds;
const usOf = (ms: number) => ((ms * 1000) / (rate * seconds)).toFixed(0);
await pause(1000);
const loaded = loads.reduce((most, one) => (one.all > most.all ? one : most), memory());
for (const { close } of readers) close();
for (const { socket } of connected) socket.destroy();
await stop();

const ms = (share: number) => percentile(latencies, share).toFixed(1);
const mb = ({ node, postgres, all }: Memory) => `${all} MB (Node ${node}, Postgres ${postgres})`;
console.table({
  'board to stream p50': { measured: `${ms(0.5)} ms`, aim: '' },
  'board to stream p99': { measured: `${ms(0.99)} ms`, aim: `< ${AIMS.p99Ms} ms` },
  'board to stream, slowest': { measured: `${ms(1)} ms`, aim: '' },
  'memory, idle': { measured: mb(idle), aim: `< ${AIMS.idleMb} MB` },
  'memory, most under load': { measured: mb(loaded), aim: `< ${AIMS.loadedMb} MB` },
  'processor of Node': { measured: `${cores.toFixed(2)} cores`, aim: '' },
  'processor time a frame': { measured: `${usOf(nodeMs)} + ${usOf(postgresMs)} µs`, aim: '< 400 µs' },
});
report({
  name: boards === 10_000 ? 'live' : `live ${boards}`,
  what: `${boards} boards connected, ${rate} frames/s for ${seconds} s, ${streams} event streams that share the devices; load on the same cores; memory is proportional (PSS), of Node and Postgres`,
  result: `board to stream p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, slowest ${ms(1)} ms (${latencies.length} frames); idle ${mb(idle)}, under load ${mb(loaded)}; ${cores.toFixed(2)} cores of Node; a frame takes ${usOf(nodeMs)} + ${usOf(postgresMs)} µs of Node and Postgres`,
  aim: `p99 < ${AIMS.p99Ms} ms; < ${AIMS.idleMb} MB idle, < ${AIMS.loadedMb} MB under load`,
});
const isMet =
  percentile(latencies, 0.99) < AIMS.p99Ms && idle.all < AIMS.idleMb && loaded.all < AIMS.loadedMb;
process.exit(isMet ? 0 : 1);
