import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { type ServerReady, startProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { readNumbers } from '../lib/options.ts';
import { report } from '../lib/report.ts';
import { type FaultyBoard, startFaultyBoard } from './faulty-boards.ts';
import { FAULTS, type Fault, mountSmallDisk, type Scene, unmount } from './injected-faults.ts';

/** Injects server faults under frames and stop commands: lost frames, duplicates, recovery time. */
const { boards: boardCount, seconds, diskmb } = readNumbers({ boards: 20, seconds: 10, diskmb: 400 });
const FRAME_EVERY_MS = 250;
const AIM_BACK_MS = 5000;
const MAX_BACK_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

const installation = await createInstallation();
const home = installation.env.POSTGRES_HOME;
const hasSmallDisk = await mountSmallDisk(home, diskmb);
if (!hasSmallDisk) console.log('this user may not mount a small disk: "disk full" is left out');
const env = {
  ...installation.env,
  DEMO: '1',
  DEMO_BOARDS: String(boardCount),
  LOG_LEVEL: 'fatal',
  DISK_MIN_FREE_PERCENT: '0',
  DISK_MIN_FREE_MB: hasSmallDisk ? '20' : '0',
};
const server = startProgram('bench/faults/faulty-server.ts', [], env);
let hasEnded = false;
void server.exitCode().then(() => {
  hasEnded = true;
});
const { url, mqttUrl, demo } = await server.message<ServerReady>('ready');
const rows = JSON.parse(await readFile(demo?.boardsFile ?? '', 'utf8')) as {
  id_dev: string;
  secret: string;
}[];
const boards = rows.map(({ id_dev: deviceId, secret }) =>
  startFaultyBoard({ url: mqttUrl, deviceId, secret }, FRAME_EVERY_MS),
);

async function withDb<T>(query: (db: Client) => Promise<T>): Promise<T> {
  const { connection } = await installation.postgres();
  const db = new Client({ ...connection, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  db.on('error', () => {});
  await db.connect();
  return query(db).finally(() => db.end());
}

/** A session of an owner of one of the boards, without a password. */
async function ownerOfABoard() {
  const token = randomBytes(32).toString('base64url');
  const deviceId = await withDb(async (db) => {
    const { rows: owned } = await db.query<{ user_id: number; id_dev: string }>(
      "select user_id, id_dev from user_device join device on device.id = device_id where access = 'owner' and id_dev = any ($1) limit 1",
      [boards.map((board) => board.deviceId)],
    );
    await db.query(
      "insert into session (id, user_id, is_remembered, expires_at) values ($1, $2, true, now() + interval '30 days')",
      [createHash('sha256').update(token).digest(), owned[0]?.user_id],
    );
    return owned[0]?.id_dev ?? '';
  });
  const headers = { cookie: `${SESSION_COOKIE}=${token}`, 'content-type': 'application/json' };
  return async (): Promise<{ status: number; tookMs: number }> => {
    const begun = performance.now();
    const status = await fetch(`${url}/api/mqtt/${deviceId}/start-stop`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ what: 'stop', value: false }),
      signal: AbortSignal.timeout(STOP_TIMEOUT_MS),
    }).then(
      (answer) => answer.status,
      () => 0,
    );
    return { status, tookMs: performance.now() - begun };
  };
}

const isReady = () =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Queried directly: `/readyz` caches its result for a second. */
const isDatabaseUp = () =>
  withDb((db) => db.query('select 1')).then(
    () => true,
    () => false,
  );

/** Milliseconds until the condition holds; undefined if it does not. */
async function timeUntil(holds: () => Promise<boolean>): Promise<number | undefined> {
  const begun = performance.now();
  while (performance.now() - begun < MAX_BACK_MS && !hasEnded) {
    if (await holds()) return performance.now() - begun;
    await pause(50);
  }
  return undefined;
}

const sum = (of: (board: FaultyBoard) => number) => boards.reduce((total, board) => total + of(board), 0);

/** Acknowledged frames that are missing, and duplicate frames. */
async function countWrong(): Promise<{ stored: number; lost: number; doubled: number }> {
  const made = new Map(boards.map((board) => [board.deviceId, board.made() - board.unacknowledged()]));
  const { rows: counts } = await withDb((db) =>
    db.query<{ id_dev: string; stored: string; names: string }>(
      'select id_dev, count(*) as stored, count(distinct seq) as names from frame join device on device.id = device_id where boot = 1 and id_dev = any ($1) group by id_dev',
      [boards.map((board) => board.deviceId)],
    ),
  );
  const total = { stored: 0, lost: 0, doubled: 0 };
  for (const { id_dev, stored, names } of counts) {
    total.stored += Number(stored);
    total.doubled += Number(stored) - Number(names);
    total.lost += Math.max(0, (made.get(id_dev) ?? 0) - Number(names));
  }
  return total;
}

const stop = await ownerOfABoard();
await timeUntil(async () => (await stop()).status === 200);
const scene: Scene = {
  postgres: installation.postgres,
  smallDisk: hasSmallDisk ? home : undefined,
  setClock: (clockOffsetMs) => server.child.send({ clockOffsetMs }),
  seconds,
};

async function walk({ name, cause }: Fault) {
  console.log(name);
  const cutsBefore = sum((board) => board.disconnects());
  const stops: { status: number; tookMs: number }[] = [];
  let isOver = false;
  const stopping = (async () => {
    for (; !isOver; await pause(500)) stops.push(await stop());
  })();
  await cause(scene);
  const backMs = await timeUntil(
    async () => (await isDatabaseUp()) && (await isReady()) && (await stop()).status === 200,
  );
  isOver = true;
  await stopping;
  const drainedMs = await timeUntil(async () => sum((board) => board.unacknowledged()) < 2 * boards.length);
  const done = stops.filter(({ status }) => status === 200).length;
  const slowestMs = Math.max(0, ...stops.map(({ tookMs }) => tookMs));
  return {
    name,
    stops: `${done} of ${stops.length}`,
    'slowest answer s': (slowestMs / 1000).toFixed(1),
    'back after s': backMs === undefined ? 'never' : (backMs / 1000).toFixed(1),
    'frames stored after s':
      drainedMs === undefined ? 'never' : (((backMs ?? 0) + drainedMs) / 1000).toFixed(1),
    'boards cut off': sum((board) => board.disconnects()) - cutsBefore,
    isBack: backMs !== undefined && backMs <= AIM_BACK_MS && drainedMs !== undefined,
  };
}

const walked: Awaited<ReturnType<typeof walk>>[] = [];
for (const fault of FAULTS) if (!fault.needsSmallDisk || hasSmallDisk) walked.push(await walk(fault));
for (const board of boards) board.pause();
await timeUntil(async () => sum((board) => board.unacknowledged()) === 0);
const wrong = hasEnded ? undefined : await countWrong();
await Promise.all(boards.map((board) => board.stop()));
if (!hasEnded) await server.stop();
if (hasSmallDisk) await unmount(home);
await installation.remove();

console.table(walked);
const made = sum((board) => board.made());
const late = walked.filter(({ isBack }) => !isBack).map(({ name }) => name);
const words = walked.map(
  (row) =>
    `${row.name}: back ${row['back after s']} s, frames ${row['frames stored after s']} s, ${row.stops} stops done, ${row['boards cut off']} cut off`,
);
const found = wrong ? `${wrong.lost} of ${made} frames lost, ${wrong.doubled} doubled` : 'the server ended';
report({
  name: 'faults',
  what: `${boardCount} boards with a frame every ${FRAME_EVERY_MS} ms and a person who stops a pump twice a second, through ${walked.length} faults of ${seconds} s`,
  result: `${found}; ${words.join('; ')}`,
  aim: `none lost, none doubled, back within ${AIM_BACK_MS / 1000} s of each fault, server never ends`,
});
process.exit(wrong && wrong.lost + wrong.doubled === 0 && late.length === 0 ? 0 : 1);
