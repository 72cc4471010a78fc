import { setTimeout as pause } from 'node:timers/promises';
import { type Event, EventCode } from '@manoboard/contract/mqtt/event';
import { connectBoard } from '@manoboard/testkit/board-client';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { readConfig } from '../../apps/server/src/base/config.ts';
import { createUndo } from '../../apps/server/src/base/undo.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { readNumbers } from '../lib/options.ts';
import { seedFleet } from '../lib/raw-fleet.ts';
import { report } from '../lib/report.ts';
import { checkDeliveries, countOpen } from './delivery-check.ts';
import { type Mode, startFaultyReceivers } from './faulty-receivers.ts';

/**
 * Alerts by mail, push and webhook while the receivers fail and the server is killed (SIGKILL): none lost, none twice.
 * `--dead 600` is the whole outage of ten minutes.
 */
const { dead, seconds, boards } = readNumbers({ dead: 30, seconds: 20, boards: 60 });
const AIM_MS = 120_000;
const DEADLINE_MS = 150_000;
const KILLS_AFTER_RECOVERY_MS = 15_000;

const undo = createUndo();
const installations = await Promise.all([createInstallation(), createInstallation(), createInstallation()]);
const [home, first, second] = installations;
await openDatabase(readConfig(home.env), undo, () => {});
const { connection } = await home.postgres();
const { port, user, password, database } = connection;
const receivers = await startFaultyReceivers();
const env = {
  DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(connection.host)}:${port}/${database}`,
  SMTP_URL: receivers.smtpUrl,
  WEBHOOK_LOCAL: '1',
  LOG_LEVEL: 'fatal',
  SEVERAL_SERVERS: '1',
  SECRET_KEY: 'the-key-of-both-servers-of-the-bench',
};

const killsAtMs: number[] = [];
/** Keeps a server running, and kills it at random moments within `aliveMs` after it is ready. */
function keepKilling(own: Record<string, string>, aliveMs: { least: number; most: number }) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const server = await startServerProgram({ ...env, ...own });
      const ms = aliveMs.least + Math.random() * (aliveMs.most - aliveMs.least);
      await pause(ms, undefined, { signal }).catch(() => {});
      killsAtMs.push(Date.now());
      await server.stop('SIGKILL');
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

const migrated = await startServerProgram({ ...env, ...first.env });
const { mqttUrl: url } = migrated.ready;
const db = new Client(connection);
await db.connect();
const credentials = await seedFleet(db, boards, boards);
await db.query("insert into user_role (user_id, role) select min(id), 'Super Seller' from app_user");
await db.query(
  `insert into push_subscription (user_id, endpoint, endpoint_hash, p256dh, auth, created_at)
   select id, $1 || '/push/' || id, sha256(('push' || id)::bytea), $2, $3, now() from app_user`,
  [receivers.httpUrl, receivers.browserKeys.p256dh, receivers.browserKeys.auth],
);
await db.query(
  `insert into webhook (user_id, name, url, secret, created_at)
   select id, 'bench', $1 || '/hook/' || coalesce(id, 0), 'secret', now()
   from (select id from app_user union all select null) owner`,
  [receivers.httpUrl],
);
await migrated.stop();

/** The client never settles when the server is killed at certain moments. */
const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), pause(ms, undefined)]);

/** Resolves when the server has acknowledged the event, after its restart if need be. */
async function publish(credential: (typeof credentials)[number], event: Event) {
  for (;;) {
    const board = await within(5000, connectBoard({ url, ...credential }));
    if (!board) {
      await pause(300);
      continue;
    }
    board.client.on('error', () => {});
    const isAcknowledged = await within(
      5000,
      board.publish('event', event).then(() => true),
    );
    await within(1000, board.client.endAsync(true));
    if (isAcknowledged) return;
  }
}

const events: { deviceId: string; eventId: string }[] = [];
const publishing: Promise<void>[] = [];
async function raise(n: number, codes: readonly EventCode[], withinMs: number) {
  const credential = credentials[n];
  if (!credential) return;
  await pause(Math.random() * withinMs);
  for (const code of codes) {
    const id = `${String(n).padStart(4, '0')}00${code.replaceAll('_', '')}`;
    const ts = Math.floor(Date.now() / 1000);
    await publish(credential, { v: 1, id, ts, code, st: 'raised', sev: 'alarm', d: {} });
    events.push({ deviceId: credential.deviceId, eventId: id });
  }
}

/** Every fourth board raises all its alerts in the first phase, which become digests; the others one in each. */
function raiseInPhase(phase: number, withinMs: number) {
  const code = EventCode.options[phase];
  for (let n = 0; n < boards; n++) {
    const isBurst = n % 4 === 0;
    if (isBurst && phase === 0) publishing.push(raise(n, EventCode.options, withinMs));
    if (!isBurst && code) publishing.push(raise(n, [code], withinMs));
  }
}

const PHASES: readonly { mode: Mode | 'mixed'; s: number; hasSecond: boolean }[] = [
  { mode: 'dead', s: dead, hasSecond: false },
  { mode: 'stalled', s: seconds, hasSecond: true },
  { mode: 'slow', s: seconds, hasSecond: true },
  { mode: '4xx', s: seconds, hasSecond: false },
  { mode: '5xx', s: seconds, hasSecond: false },
  { mode: 'mixed', s: seconds, hasSecond: true },
];
await receivers.setMode('dead');
const stopFirst = keepKilling(first.env, { least: 500, most: 4000 });
for (const [n, { mode, s, hasSecond }] of PHASES.entries()) {
  await receivers.setMode(mode);
  const stopSecond = hasSecond ? keepKilling(second.env, { least: 3000, most: 12_000 }) : undefined;
  raiseInPhase(n, s * 1000);
  await pause(s * 1000);
  console.log(`${mode}: ${killsAtMs.length} kills, ${await countOpen(db)} deliveries wait`);
  await stopSecond?.();
}
const recoveredAtMs = Date.now();
await receivers.setMode('fine');
raiseInPhase(PHASES.length, KILLS_AFTER_RECOVERY_MS);
await pause(KILLS_AFTER_RECOVERY_MS);
await stopFirst();
const last = await startServerProgram({ ...env, ...first.env });
await Promise.all(publishing);
while ((await countOpen(db)) > 0 && Date.now() - recoveredAtMs < DEADLINE_MS) await pause(500);

const checked = await checkDeliveries(db, { events, accepted: receivers.accepted, killsAtMs });
const { rows } = await db.query<{ n: number }>(
  "select count(*)::int as n from alert where kind = 'delivery_failed'",
);
await last.stop();
await db.end();
await receivers.stop();
await undo.run();
await Promise.all(installations.map(({ remove }) => remove()));

const lastS = (checked.lastMs - recoveredAtMs) / 1000;
console.log(checked);
report({
  name: 'deliveries',
  what: `${events.length} events of ${boards} boards, each to its owner by mail, push and webhook and to a webhook of the installation, while all receivers refuse connections for ${dead} s, then stall, are slow, answer 4xx, 5xx and all of that mixed for ${seconds} s each; ${killsAtMs.length} kills (SIGKILL) of one or two servers`,
  result: `${checked.deliveries} deliveries in ${checked.messages} messages (${checked.digests} digests): ${checked.sent} sent, ${checked.failed} failed with a reason (${checked.failedButArrived} of them had arrived before a kill), ${checked.lost} lost, ${checked.unfinished} waiting; ${checked.repeated} messages hit by a kill arrived again with the same ID, ${checked.repeatedWithoutKill} without a kill; the last one ${lastS.toFixed(0)} s after the recovery; ${rows[0]?.n} alert about failures`,
  aim: `none lost, none twice but by a kill in its transfer, last one within ${AIM_MS / 1000} s`,
});
const wrong = checked.lost + checked.unfinished + checked.unknown + checked.repeatedWithoutKill;
process.exit(wrong === 0 && rows[0]?.n === 1 && lastS * 1000 <= AIM_MS ? 0 : 1);
