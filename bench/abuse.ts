import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectBoard } from '@manoboard/testkit/board-client';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import type { Attack } from './lib/abuse-worker.ts';
import { readNumbers } from './lib/options.ts';
import { connectRawBoards, publishFrame, type RawBoard } from './lib/raw-boards.ts';
import { loginOwner, seedFleet } from './lib/raw-fleet.ts';
import { percentile, report } from './lib/report.ts';

/** Latency for a user and for boards during abuse: each attack alone, then all together. */
const { seconds, bodies, exports, logins, streams, alarms, frames, boards } = readNumbers({
  seconds: 12,
  bodies: 20_000,
  exports: 300,
  logins: 50,
  streams: 3000,
  alarms: 870,
  frames: 5000,
  boards: 20,
});
const EXPORTED_EVENTS = 20_000;
const AIM = { stopMs: 300, pageMs: 1000 };
const WORKER = fileURLToPath(new URL('./lib/abuse-worker.ts', import.meta.url));
/** Two attackers share the stalled bodies, since file descriptors per process are limited. */
const [ATTACKER, SECOND_ATTACKER] = ['127.0.0.2', '127.0.0.3'];

type Sent = Pick<Attack, 'kind' | 'count' | 'from'>;
const attack = (kind: Attack['kind'], count: number, from = ATTACKER): Sent => ({ kind, count, from });
const ALONE: Record<string, Sent[]> = {
  'stalled bodies': [
    attack('bodies', Math.ceil(bodies / 2)),
    attack('bodies', Math.ceil(bodies / 2), SECOND_ATTACKER),
  ],
  exports: [attack('exports', exports)],
  logins: [attack('logins', logins)],
  streams: [attack('streams', streams)],
  'alarms of one board': [attack('alarms', alarms)],
  'frames of one board': [attack('frames', frames)],
};
const BUSY_DAY = ['exports', 'logins', 'frames of one board'].flatMap((name) => ALONE[name] ?? []);
const ATTACKS: Record<string, Sent[]> = {
  nothing: [],
  ...ALONE,
  'exports, logins and frames': BUSY_DAY,
  together: Object.values(ALONE).flat(),
};

const installation = await createInstallation();
const server = await startServerProgram({
  ...installation.env,
  LIMIT_LOOPBACK: '1',
  // The attackers use any number of addresses.
  LOGINS_PER_MINUTE: '1000000',
});
const { url, mqttUrl } = server.ready;
const db = new Client((await installation.postgres()).connection);
await db.connect();
/** Owner 1 is measured, owner 2 attacks. */
const fleet = await seedFleet(db, boards + 2, 2);
const ofOwner = (n: number) => fleet.filter((_, at) => (at + 1) % 2 === n - 1);
const [target, ...quiet] = ofOwner(1);
/** One board floods with alarms, another with frames: a second connection of one board would end the first. */
const [abused, flooding] = ofOwner(2);
if (!target || !abused || !flooding) throw new Error('--boards must be 2 or more');
await db.query(
  `insert into board_event (device_id, id, code, severity, raised_at, cleared_at, reading, received_at)
   select d.id, 'X' || n, 'NO_FLOW', 'warning', now() - n * interval '1 minute', now() - n * interval '1 minute', '{}', now() - n * interval '1 minute'
   from generate_series(1, ${EXPORTED_EVENTS}) n, device d where d.id_dev = $1`,
  [abused.deviceId],
);
const [cookie, attackerCookie] = [await loginOwner(db, 1), await loginOwner(db, 2)];

/** The pump that is stopped; executes commands at once. */
const pump = await connectBoard({ url: mqttUrl, ...target });
await pump.listen();
await pump.publishStatus();
pump.client.on('message', () => {
  const command = pump.commands.at(-1);
  if (command) void pump.done(command).catch(() => {});
});
const connected = await connectRawBoards(mqttUrl, quiet);

/** On a new connection each time, like a newly opened page. */
async function timed(method: string, path: string, body?: object): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { cookie, connection: 'close', ...(body && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(30_000),
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok ? performance.now() - begun : Number.POSITIVE_INFINITY;
}

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
  return times.sort((a, b) => a - b);
}

async function measure(sent: readonly Sent[]) {
  const attackers: ChildProcess[] = sent.map((one) => {
    const board = one.kind === 'frames' ? flooding : abused;
    const worker = fork(WORKER, [JSON.stringify({ ...one, url, mqttUrl, cookie: attackerCookie, ...board })]);
    // Real attackers have their own CPUs; here they get what the server leaves.
    if (worker.pid) setPriority(worker.pid, constants.priority.PRIORITY_LOW);
    return worker;
  });
  // Wait for the attackers to open their connections.
  await pause(sent.length > 0 ? 3000 : 500);
  const round = { next: 0 };
  const nextBoard = () => connected[round.next++ % connected.length] as RawBoard;
  const [stop, page, ack] = await Promise.all([
    sample(() => timed('POST', `/mqtt/${target?.deviceId}/start-stop`, { what: 'stop', value: false })),
    sample(() => timed('GET', '/users-devices/get-devices')),
    sample(() => timeFrame(nextBoard())),
  ]);
  for (const attacker of attackers) attacker.kill('SIGKILL');
  await pause(2000);
  return { stop, page, ack, cut: connected.filter(({ socket }) => socket.destroyed).length };
}

const ms = (times: readonly number[], share: number) => {
  const time = percentile(times, share);
  return Number.isFinite(time) ? `${time.toFixed(0)} ms` : 'failed';
};
const both = (times: readonly number[]) => `p50 ${ms(times, 0.5)}, p99 ${ms(times, 0.99)}`;
const rows: Record<string, Record<string, string | number>> = {};
let isMet = true;
for (const [name, sent] of Object.entries(ATTACKS)) {
  const { stop, page, ack, cut } = await measure(sent);
  isMet &&= percentile(stop, 0.99) < AIM.stopMs && percentile(page, 0.99) < AIM.pageMs && cut === 0;
  rows[name] = {
    stop: both(stop),
    page: both(page),
    'frame to acknowledgement': both(ack),
    'boards cut': cut,
  };
  console.log(`${name}:`, rows[name]);
}
console.table(rows);
for (const { socket } of connected) socket.destroy();
await pump.leave();
await db.end();
await server.stop();
await installation.remove();

report({
  name: 'abuse',
  what: `another user and ${connected.length} boards for ${seconds} s during each attack: ${bodies} stalled bodies of two addresses, ${exports} exports, ${logins} logins at once, ${streams} streams of one account, ${alarms} alarms/s and ${frames} frames/s of one board, then all together`,
  result: Object.entries(rows)
    .map(([name, row]) => `${name}: stop ${row.stop}; page ${row.page}; boards cut ${row['boards cut']}`)
    .join('<br>'),
  aim: `stop p99 < ${AIM.stopMs} ms, page p99 < ${AIM.pageMs} ms, no board cut`,
});
process.exit(isMet ? 0 : 1);
