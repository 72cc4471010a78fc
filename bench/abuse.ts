import { type ChildProcess, fork } from 'node:child_process';
import { constants, loadavg, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Attack } from './abuse/attacker.ts';
import { seedAttacked, seedLogins } from './abuse/seed.ts';
import { startBenchServer } from './lib/bench-server.ts';
import { isQuick, readNumbers, readWord } from './lib/options.ts';
import { memoryMb } from './lib/processes.ts';
import { connectPump } from './lib/pump.ts';
import { connectRawBoards, publishFrame, type RawBoard } from './lib/raw-boards.ts';
import { loginOwner, seedFleet } from './lib/raw-fleet.ts';
import { percentile, report, spread } from './lib/report.ts';
import { timedRequest, timedStop } from './lib/requests.ts';

/**
 * Latency for a user and for boards during abuse: each attack alone, then all together. `--rows qos` measures the rows
 * whose name matches, and writes no report.
 */
const { seconds, boards, programs } = readNumbers(
  { seconds: 12, boards: 20, programs: 20 },
  { seconds: 2, boards: 8, programs: 4 },
);
const rowsWanted = readWord('rows') || (isQuick ? 'nothing|exports|qos 1' : '');
const SETTLE_S = 3;
const AIM = { stopMs: 300, pageMs: 1000 };
/** Rows whose aim is the p90 of a stop. */
const CROWDS = /^(strangers|lists|alert search)/;
const WORKER = fileURLToPath(new URL('./abuse/attacker.ts', import.meta.url));
/** Two attackers share the stalled bodies, since file descriptors per process are limited. */
const [ATTACKER, SECOND_ATTACKER] = ['127.0.0.2', '127.0.0.3'];

type Sent = Pick<Attack, 'kind' | 'count' | 'from'>;
const attack = (kind: string, count: number, from = ATTACKER): Sent => ({ kind, count, from });
const ALONE: Record<string, Sent[]> = {
  '20,000 stalled bodies': [attack('bodies', 10_000), attack('bodies', 10_000, SECOND_ATTACKER)],
  '300 exports': [attack('exports', 300)],
  '50 logins at once': [attack('logins', 50)],
  '3,000 streams': [attack('streams', 3000)],
  '5,000 frames/s of one board': [attack('frames', 5000)],
  'QoS 1 of one program': [attack('qos1', 1)],
  [`SUBSCRIBE of ${programs} programs`]: [attack('subscribe', programs)],
  'board at full speed': [attack('board', 1)],
  '50 graphs of 12 x 5000 points': [attack('graphs', 50)],
  '50 energy': [attack('energy', 50)],
  '50 usage statistics': [attack('usage', 50)],
  'strangers: forged cookie': [attack('forged', 20)],
  'lists of one owner': [attack('lists', 50)],
  'alert search of one owner': [attack('search', 50)],
};
const ATTACKS: Record<string, Sent[]> = {
  nothing: [],
  ...ALONE,
  together: Object.values(ALONE).flat(),
};

const server = await startBenchServer({
  LIMIT_LOOPBACK: '1',
  READ_UNITS_PER_SECOND: '40',
  READ_POINTS_PER_MINUTE: '',
  // The attackers use any number of addresses.
  LOGINS_PER_MINUTE: '1000000',
});
const { url, mqttUrl } = server;
/** Owner 1 is measured, owner 2 attacks. */
const fleet = await seedFleet(server.db(), boards + 2, 2);
const ofOwner = (n: number) => fleet.filter((_, at) => (at + 1) % 2 === n - 1);
const [target, ...quiet] = ofOwner(1);
/** Each attack has a board of its own: a second connection of one board would end the first. */
const [abused, flooding, fast] = ofOwner(2);
if (!target || !abused || !flooding || !fast) throw new Error('--boards must be 4 or more');
const boardOf = (kind: string) => (kind === 'frames' ? flooding : kind === 'board' ? fast : abused);
await seedAttacked(server.db(), abused.deviceId);
const programLogins = await seedLogins(server.db(), 2, programs);
const [cookie, attackerCookie] = [await loginOwner(server.db(), 1), await loginOwner(server.db(), 2)];

/** The pump that is stopped. */
const pump = await connectPump(mqttUrl, target);
const connected = await connectRawBoards(mqttUrl, quiet);

async function timeFrame(board: RawBoard): Promise<number> {
  const acknowledged = board.acknowledged.length;
  publishFrame(board);
  const sentAt = performance.now();
  while (board.acknowledged.length === acknowledged) {
    if (board.socket.destroyed || performance.now() - sentAt > 30_000) return Number.POSITIVE_INFINITY;
    await pause(1);
  }
  return performance.now() - sentAt;
}

/** Repeats five times a second for the duration of a run. */
async function sample(act: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(200))
    times.push(await act());
  return times;
}

async function measure(sent: readonly Sent[]) {
  const attackers: ChildProcess[] = sent.map((one) => {
    const board = boardOf(one.kind);
    const more = { url, mqttUrl, cookie: attackerCookie, programs: programLogins };
    const all: Attack = { ...one, ...more, ...board, seconds: 2 * seconds + 60 };
    const worker = fork(WORKER, [JSON.stringify(all)]);
    // Real attackers have their own CPUs; here they get what the server leaves.
    if (worker.pid) setPriority(worker.pid, constants.priority.PRIORITY_LOW);
    return worker;
  });
  // Wait for the attackers to open their connections.
  await pause(sent.length > 0 ? SETTLE_S * 1000 : 500);
  let next = 0;
  const [stop, page, ack] = await Promise.all([
    sample(() => timedStop(url, cookie, target?.deviceId ?? '')),
    sample(() => timedRequest(url, cookie, '/users-devices/get-devices')),
    sample(() => timeFrame(connected[next++ % connected.length] as RawBoard)),
  ]);
  for (const attacker of attackers) attacker.kill('SIGKILL');
  await pause(2000);
  return { stop, page, ack, cut: connected.filter(({ socket }) => socket.destroyed).length };
}

const rows: string[] = [];
let isMet = true;
const wanted = new RegExp(rowsWanted, 'i');
for (const [name, sent] of Object.entries(ATTACKS)) {
  if (!wanted.test(name)) continue;
  const { stop, page, ack, cut } = await measure(sent);
  isMet &&=
    percentile(stop, CROWDS.test(name) ? 0.9 : 0.99) < AIM.stopMs &&
    percentile(page, 0.99) < AIM.pageMs &&
    cut === 0;
  const row = `${name}: stop ${spread(stop, [0.5, 0.9, 0.99])} (${stop.length}); page ${spread(page)}; frame to acknowledgement ${spread(ack)}; boards cut ${cut}; memory after ${memoryMb(server.pid())} MB`;
  rows.push(row);
  console.log(`${row} (load ${loadavg()[0]?.toFixed(1)})`);
}
for (const { socket } of connected) socket.destroy();
await pump.leave();
await server.stop();

if (rowsWanted && !isQuick) process.exit(isMet ? 0 : 1);
report({
  name: 'abuse',
  what: `another user and ${connected.length} boards for ${seconds} s during each attack, then during all of them together; packets of program logins and frames of a board as fast as the socket takes them, strangers from 10 addresses with 20 requests at once`,
  result: rows.join('<br>'),
  aim: `stop p99 < ${AIM.stopMs} ms (strangers, lists and searches: p90), page p99 < ${AIM.pageMs} ms, no board cut`,
});
process.exit(isMet ? 0 : 1);
