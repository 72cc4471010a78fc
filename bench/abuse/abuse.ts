import { type ChildProcess, fork } from 'node:child_process';
import { constants, loadavg, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectBoard } from '@manoboard/testkit/board-client';
import { startBenchServer } from '../lib/bench-server.ts';
import { readNumbers } from '../lib/options.ts';
import { memoryMb } from '../lib/processes.ts';
import { connectRawBoards, publishFrame, type RawBoard } from '../lib/raw-boards.ts';
import { loginOwner, seedFleet } from '../lib/raw-fleet.ts';
import { percentile, report } from '../lib/report.ts';
import { seedAlerts, seedEvents, seedGraphs, seedLogins } from './abuse-seed.ts';
import type { Attack } from './abuse-worker.ts';
import { checkVictims, type Guessed, seedVictims } from './guesses.ts';

/**
 * Latency for a user and for boards during abuse: each attack alone, then all together. `ROWS=qos npm run bench -- abuse`
 * measures the rows whose name matches, and writes no report.
 */
const {
  seconds,
  bodies,
  exports,
  logins,
  streams,
  alarms,
  frames,
  boards,
  programs,
  headers,
  guesses,
  strangers,
  lists,
} = readNumbers({
  seconds: 12,
  bodies: 20_000,
  exports: 300,
  logins: 50,
  streams: 3000,
  alarms: 870,
  frames: 5000,
  boards: 20,
  programs: 20,
  headers: 300,
  guesses: 10_000,
  strangers: 20,
  lists: 50,
});
const SETTLE_S = 3;
const AIM = { stopMs: 300, pageMs: 1000, guessesPageMs: 300 };
/** Rows whose aim is the p90 of a stop. */
const CROWDS = /^(strangers|lists|alert search|crafted)/;
const VICTIMS = 10;
/** All guesses take longer than a run on a busy machine. */
const GUESSES_MS = 300_000;
const WORKER = fileURLToPath(new URL('./abuse-worker.ts', import.meta.url));
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
  'wrong passwords and codes': [attack('guesses', guesses)],
  streams: [attack('streams', streams)],
  'alarms of one board': [attack('alarms', alarms)],
  'frames of one board': [attack('frames', frames)],
  'QoS 0 of one program': [attack('qos0', 1)],
  'QoS 1 of one program': [attack('qos1', 1)],
  'QoS 2 of one program': [attack('qos2', 1)],
  'PINGREQ of one program': [attack('pingreq', 1)],
  [`SUBSCRIBE of ${programs} programs`]: [attack('subscribe', programs)],
  'board at full speed': [attack('board', 1)],
  '4 graphs': [attack('graphs', 4)],
  '50 graphs': [attack('graphs', 50)],
  energy: [attack('energy', 50)],
  'usage statistics': [attack('usage', 50)],
  'unfinished requests of 16 addresses': [
    attack('headers', headers, '127.0.1.'),
    attack('headers', headers, '127.0.2.'),
  ],
  'strangers: version': [attack('version', strangers)],
  'strangers: readyz': [attack('ready', strangers)],
  'strangers: forged cookie': [attack('forged', strangers)],
  'strangers: code of a second factor': [attack('factor', strangers)],
  'lists of one owner': [attack('lists', lists)],
  'alert search of one owner': [attack('search', lists)],
  'crafted converter profiles': [attack('profiles', boards)],
};
const BUSY_DAY = ['exports', 'logins', 'frames of one board'].flatMap((name) => ALONE[name] ?? []);
const ATTACKS: Record<string, Sent[]> = {
  nothing: [],
  ...ALONE,
  'exports, logins and frames': BUSY_DAY,
  together: Object.values(ALONE).flat(),
};

const { url, mqttUrl, pid, connection, db, stop } = await startBenchServer({
  LIMIT_LOOPBACK: '1',
  READ_UNITS_PER_SECOND: '40',
  // The attackers use any number of addresses.
  LOGINS_PER_MINUTE: '1000000',
});
/** Owner 1 is measured, owner 2 attacks. */
const fleet = await seedFleet(db, boards + 2, 2);
const ofOwner = (n: number) => fleet.filter((_, at) => (at + 1) % 2 === n - 1);
const [target, ...quiet] = ofOwner(1);
/** Each attack has a board of its own: a second connection of one board would end the first. */
const [abused, flooding, fast, ...others] = ofOwner(2);
if (!target || !abused || !flooding || !fast) throw new Error('--boards must be 4 or more');
const boardsOf = { abused, flooding, fast };
const boardOf = (kind: Attack['kind']) =>
  kind === 'frames' ? boardsOf.flooding : kind === 'board' ? boardsOf.fast : boardsOf.abused;
await seedEvents(db, abused.deviceId);
await seedAlerts(db, abused.deviceId);
await seedGraphs(db, connection, abused.deviceId);
const programLogins = await seedLogins(db, 2, programs);
const victims = await seedVictims(url, db, VICTIMS);
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
  return times;
}

/** The result of the guesses, when all are answered. */
const guessesOf = (attacker: ChildProcess) =>
  Promise.race([
    new Promise<Guessed>((done) => attacker.once('message', (guessed) => done(guessed as Guessed))),
    pause(GUESSES_MS).then(() => {
      throw new Error('the guesses have not ended');
    }),
  ]);

async function measure(sent: readonly Sent[]) {
  const attackers: ChildProcess[] = sent.map((one) => {
    const board = boardOf(one.kind);
    const more = {
      url,
      mqttUrl,
      cookie: attackerCookie,
      boards: others,
      programs: programLogins,
      victims,
      seconds: 2 * seconds + 360,
    };
    const worker = fork(WORKER, [JSON.stringify({ ...one, ...more, ...board } satisfies Attack)]);
    // Real attackers have their own CPUs; here they get what the server leaves.
    if (worker.pid) setPriority(worker.pid, constants.priority.PRIORITY_LOW);
    return worker;
  });
  const [guesser] = sent.length === 1 && sent[0]?.kind === 'guesses' ? attackers : [];
  const guessing = guesser && guessesOf(guesser);
  // Wait for the attackers to open their connections.
  await pause(sent.length > 0 ? SETTLE_S * 1000 : 500);
  const round = { next: 0 };
  const nextBoard = () => connected[round.next++ % connected.length] as RawBoard;
  const [stop, page, ack] = await Promise.all([
    sample(() => timed('POST', `/mqtt/${target?.deviceId}/start-stop`, { what: 'stop', value: false })),
    sample(() => timed('GET', '/users-devices/get-devices')),
    sample(() => timeFrame(nextBoard())),
  ]);
  const guessed = await guessing;
  for (const attacker of attackers) attacker.kill('SIGKILL');
  await pause(2000);
  return { stop, page, ack, guessed, cut: connected.filter(({ socket }) => socket.destroyed).length };
}

const ms = (times: readonly number[], share: number) => {
  const time = percentile(times, share);
  return Number.isFinite(time) ? `${time.toFixed(0)} ms` : 'failed';
};
const both = (times: readonly number[]) => `p50 ${ms(times, 0.5)}, p99 ${ms(times, 0.99)}`;
const shares = (times: readonly number[]) =>
  `p50 ${ms(times, 0.5)}, p90 ${ms(times, 0.9)}, p99 ${ms(times, 0.99)}, most ${ms(times, 1)} (${times.length})`;
const rows: Record<string, Record<string, string | number>> = {};
let isMet = true;
const wanted = new RegExp(process.env.ROWS ?? '', 'i');
for (const [name, sent] of Object.entries(ATTACKS)) {
  if (!wanted.test(name)) continue;
  const { stop, page, ack, cut, guessed } = await measure(sent);
  isMet &&=
    percentile(stop, CROWDS.test(name) ? 0.9 : 0.99) < AIM.stopMs &&
    percentile(page, 0.99) < AIM.pageMs &&
    cut === 0;
  rows[name] = {
    stop: shares(stop),
    page: both(page),
    'frame to acknowledgement': both(ack),
    'boards cut': cut,
    'memory after': `${memoryMb(pid)} MB`,
  };
  if (guessed) {
    const { strangers, free } = await checkVictims(url, db, victims);
    const { sent: all, opened, refused, delayed, failed } = guessed;
    isMet &&= percentile(page, 0.99) < AIM.guessesPageMs && opened + strangers === 0 && free === VICTIMS;
    rows[name].guesses =
      `${all} from 1000 addresses: ${refused} refused, ${delayed} delayed, ${failed} without an answer, ${opened} opened; ${free} of ${VICTIMS} victims logged in at once in their browser`;
  }
  console.log(`${name} (load ${loadavg()[0]?.toFixed(1)}):`, rows[name]);
}
console.table(rows);
for (const { socket } of connected) socket.destroy();
await pump.leave();
await stop();

if (process.env.ROWS) process.exit(isMet ? 0 : 1);
report({
  name: 'abuse',
  what: `another user and ${connected.length} boards for ${seconds} s during each attack: ${bodies} stalled bodies of two addresses, ${exports} exports, ${logins} logins at once, ${guesses} wrong passwords, codes and recovery codes, ${streams} streams of one account, ${alarms} alarms/s and ${frames} frames/s of one board, packets of program logins and frames of a board as fast as the socket takes them, 4 and 50 graphs of 12 x 5000 points, 50 energy and usage requests at once, ${headers} unfinished requests of each of 16 addresses, ${strangers} requests at once of each of 10 addresses without a session (version, readyz, forged cookie, code), ${lists} lists and searches at once of one owner, converter profiles that must be refused, then all together`,
  result: Object.entries(rows)
    .map(
      ([name, row]) =>
        `${name}: stop ${row.stop}; page ${row.page}; boards cut ${row['boards cut']}; memory after ${row['memory after']}${row.guesses ? `; ${row.guesses}` : ''}`,
    )
    .join('<br>'),
  aim: `stop p99 < ${AIM.stopMs} ms (strangers, lists, searches and profiles: p90), page p99 < ${AIM.pageMs} ms (guesses: ${AIM.guessesPageMs} ms), no board cut, no account opened, no victim locked out`,
});
process.exit(isMet ? 0 : 1);
