import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { readNumbers } from '../lib/options.ts';
import { cpuMs, memoryMb } from '../lib/processes.ts';
import { percentile, report } from '../lib/report.ts';
import type { StormCounts } from './storm-worker.ts';

/** All boards reconnect after the server ends, by SIGTERM and by SIGKILL, while other users use the console. */
const { boards, frames } = readNumbers({ boards: 10_000, frames: 60 });
const AIM = { backS: 20, pageMs: 500, stopMs: 500 };
const GIVE_UP_S = 60;
const LEAST_FEELING_MS = 10_000;

type Server = Awaited<ReturnType<typeof startServerProgram>>;
const installation = await createInstallation();
const cookie = { token: randomBytes(32).toString('base64url') };

async function withDatabase(work: (db: Client) => Promise<unknown>): Promise<void> {
  const db = new Client((await installation.postgres()).connection);
  await db.connect();
  await work(db).finally(() => db.end());
}

async function seed(db: Client): Promise<void> {
  await db.query(`
    insert into device (id_dev, secret_hash, version, hw, fc_id, fc_type)
    select 'MNB-S' || lpad(n::text, 5, '0'), sha256('storm'), '1.0.0', 'mnb-2', 'FC-S' || lpad(n::text, 5, '0'), 'GD10'
    from generate_series(0, ${boards - 1}) n`);
  await db.query(`
    insert into app_user (email, password_hash, name, surname, phone_number, address, terms_accepted_at, email_confirmed_at)
    values ('storm@example.com', 'x', 'Eva', 'Vodná', '+421900000000', 'Hlavná 1', now(), now())`);
  await db.query(`
    insert into user_device (user_id, device_id, access, created_at)
    select 1, id, 'owner', to_timestamp(0) from device where id_dev in ('MNB-S00000', 'MNB-S00001')`);
  await db.query(
    "insert into session (id, user_id, is_remembered, expires_at) values ($1, 1, false, now() + interval '12 hours')",
    [createHash('sha256').update(cookie.token).digest()],
  );
}

function countsOf(worker: ChildProcess, reset?: true): Promise<StormCounts> {
  const answer = new Promise<StormCounts>((done, fail) => {
    worker.once('message', (counts) => done(counts as StormCounts));
    worker.once('exit', (code) => fail(new Error(`the boards ended with ${code}`)));
  });
  worker.send({ reset });
  return answer.finally(() => worker.removeAllListeners('exit'));
}

/** Another user: page calls and stops in sequence, each timed. Failures count too. */
function feel({ ready }: Server) {
  const headers = { cookie: `${SESSION_COOKIE}=${cookie.token}`, 'content-type': 'application/json' };
  const times = { page: [] as number[], stop: [] as number[] };
  const failed: Record<string, number> = {};
  let isOver = false;
  async function repeat(into: number[], everyMs: number, path: string, init: RequestInit) {
    while (!isOver) {
      const begunMs = performance.now();
      const status = await fetch(`${ready.url}/api${path}`, { ...init, headers }).then(
        async (answer) => (await answer.arrayBuffer()) && answer.status,
        () => 0,
      );
      if (status === 200) into.push(performance.now() - begunMs);
      else failed[`${path} ${status}`] = (failed[`${path} ${status}`] ?? 0) + 1;
      await pause(everyMs);
    }
  }
  const stop = { method: 'POST', body: JSON.stringify({ what: 'Start/Stop', value: false }) };
  const all = Promise.all([
    repeat(times.page, 20, '/users-devices/get-devices', {}),
    repeat(times.stop, 100, '/mqtt/MNB-S00000/start-stop', stop),
  ]);
  return async () => {
    isOver = true;
    await all;
    return { ...times, failed };
  };
}

interface Outcome {
  startS: number;
  /** Seconds from the server's readiness until this many boards are back. */
  backS: { half: number; most: number; all: number };
  refused: number;
  failed: number;
  cpuPerConnectMs: number;
  memory: { node: number; postgres: number };
  page: number[];
  stop: number[];
  answers: Record<string, number>;
}

async function storm(worker: ChildProcess, server: Server, begunMs: number): Promise<Outcome> {
  const readyMs = performance.now();
  await countsOf(worker, true);
  const pid = server.child.pid ?? 0;
  const cpuBefore = cpuMs(pid);
  const endFeeling = feel(server);
  const backS = { half: Number.NaN, most: Number.NaN, all: Number.NaN };
  let counts = await countsOf(worker);
  for (;;) {
    const atS = (performance.now() - readyMs) / 1000;
    for (const [name, share] of [
      ['half', 0.5],
      ['most', 0.9],
      ['all', 1],
    ] as const)
      if (Number.isNaN(backS[name]) && counts.back >= boards * share) backS[name] = atS;
    if (counts.back >= boards || atS > GIVE_UP_S) break;
    await pause(100);
    counts = await countsOf(worker);
  }
  const cpuPerConnectMs = (cpuMs(pid) - cpuBefore) / Math.max(1, counts.back);
  // A small fleet is back before the other user has made many requests.
  await pause(Math.max(0, LEAST_FEELING_MS - (performance.now() - readyMs)));
  const { page, stop, failed } = await endFeeling();
  const { pid: postgresPid } = await installation.postgres();
  return {
    startS: (readyMs - begunMs) / 1000,
    backS,
    refused: counts.refused,
    failed: counts.failed,
    cpuPerConnectMs,
    memory: { node: memoryMb(pid), postgres: memoryMb(postgresPid) },
    page,
    stop,
    answers: failed,
  };
}

const ms = (times: readonly number[], share: number) => `${percentile(times, share).toFixed(0)} ms`;
const seconds = (value: number) => `${value.toFixed(1)} s`;

function print(name: string, outcome: Outcome): void {
  const { backS, page, stop, memory } = outcome;
  console.log(`\n${name}: ready again after ${seconds(outcome.startS)}`);
  console.table({
    'boards back: 50 %': { measured: seconds(backS.half), aim: '' },
    'boards back: 90 %': { measured: seconds(backS.most), aim: '' },
    'boards back: 100 %': { measured: seconds(backS.all), aim: `${AIM.backS} s` },
    'refused logins': { measured: outcome.refused, aim: 0 },
    'failed connections': { measured: outcome.failed, aim: 0 },
    'processor time of node per connect': { measured: `${outcome.cpuPerConnectMs.toFixed(2)} ms`, aim: '' },
    'memory of node': { measured: `${memory.node} MB`, aim: '' },
    'memory of Postgres': { measured: `${memory.postgres} MB`, aim: '' },
    'page of another user, p50': { measured: ms(page, 0.5), aim: '' },
    'page of another user, p99': { measured: ms(page, 0.99), aim: `${AIM.pageMs} ms` },
    'stop of another user, p50': { measured: ms(stop, 0.5), aim: '' },
    'stop of another user, p99': { measured: ms(stop, 0.99), aim: `${AIM.stopMs} ms` },
    'calls and stops': { measured: `${page.length}, ${stop.length}`, aim: '' },
  });
  if (Object.keys(outcome.answers).length > 0) console.log('other answers', outcome.answers);
}

const isGood = ({ backS, refused, failed, page, stop }: Outcome) =>
  backS.all <= AIM.backS &&
  refused + failed === 0 &&
  percentile(page, 0.99) <= AIM.pageMs &&
  percentile(stop, 0.99) <= AIM.stopMs;

const startServer = () => startServerProgram(installation.env);
let server = await startServer();
await withDatabase(seed);
const path = fileURLToPath(new URL('./storm-worker.ts', import.meta.url));
const worker = fork(path, [server.ready.mqttUrl, String(boards), String(frames)]);
const outcomes: [string, Outcome][] = [];
try {
  outcomes.push(['first connect', await storm(worker, server, performance.now())]);
  // Like after days of operation: the rows of the first connect are vacuumed.
  await withDatabase((db) => db.query('vacuum analyze'));
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const begunMs = performance.now();
    await server.stop(signal);
    server = await startServer();
    outcomes.push([signal, await storm(worker, server, begunMs)]);
  }
} finally {
  for (const [name, outcome] of outcomes) print(name, outcome);
  worker.disconnect();
  await server.stop();
  await installation.remove();
}

const storms = outcomes.slice(1);
const words = storms.map(
  ([signal, { startS, backS, refused, failed, cpuPerConnectMs, page, stop, memory }]) =>
    `${signal}: ready after ${seconds(startS)}, back 50 % ${seconds(backS.half)}, 90 % ${seconds(backS.most)}, 100 % ${seconds(backS.all)}, ${refused} refused, ${failed} failed, ${cpuPerConnectMs.toFixed(2)} ms of node per connect, page p50 ${ms(page, 0.5)} p99 ${ms(page, 0.99)}, stop p50 ${ms(stop, 0.5)} p99 ${ms(stop, 0.99)}, node ${memory.node} MB, Postgres ${memory.postgres} MB`,
);
report({
  name: 'storm',
  what: `${boards} boards come back after a restart of the server (SIGTERM, SIGKILL), one frame each ${frames} s, while another user asks for a page and stops a pump`,
  result: words.join('; '),
  aim: `all back within ${AIM.backS} s after the server is ready, none refused, page p99 < ${AIM.pageMs} ms`,
});
process.exit(storms.every(([, outcome]) => isGood(outcome)) ? 0 : 1);
