import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { readConfig } from '../../apps/server/src/base/config.ts';
import { createUndo } from '../../apps/server/src/base/undo.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { readFlags, readNumbers } from '../lib/options.ts';
import { connectRawBoards, publishAtRate, publishFrame, publishInfo } from '../lib/raw-boards.ts';
import { loginOwner, seedFleet } from '../lib/raw-fleet.ts';
import { percentile, report } from '../lib/report.ts';
import { readLastData } from '../lib/stream.ts';

/**
 * Boards that nobody has seen before connect, name their converters, and report a fault at once, while the rules of their
 * devices are still being loaded. `--late 300`: each answer of the database arrives so many milliseconds late.
 */
const { boards, streams } = readNumbers({ boards: 10_000, streams: 20 });
const { late } = readFlags({ late: '' });
const AIM_MS = 10;
const SECONDS_A_FRAME = 6;
const RATE = Math.ceil(boards / SECONDS_A_FRAME);
const GIVE_UP_MS = 120_000;
/** Under-voltage of a GD10: only a board that has named its converter raises it. */
const FAULT = 10;

const holder = await createInstallation();
const undo = createUndo();
const postgres = await openDatabase(readConfig(holder.env), undo, () => {});

/** To the socket of the embedded Postgres; what Postgres answers is `late`. */
const proxy = createServer((client: Socket) => {
  const { host = '', port = 5432 } = postgres;
  const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  client.pipe(database);
  database.on('data', (chunk) => void setTimeout(() => client.write(chunk), Number(late)));
  for (const [one, other] of [
    [client, database],
    [database, client],
  ] as const)
    one.on('error', () => {}).once('close', () => other.destroy());
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
const { port } = proxy.address() as AddressInfo;
const url = `postgres://${postgres.user}:${encodeURIComponent(String(postgres.password))}@127.0.0.1:${port}/${postgres.database}`;

const installation = await createInstallation();
// Mails are planned, and wait for a mail server that never answers.
const server = await startServerProgram({
  ...installation.env,
  DATABASE_URL: url,
  SMTP_URL: 'smtp://127.0.0.1:9',
});
const db = new Client(postgres);
await db.connect();
const owners = Math.ceil(boards / 2);
const credentials = await seedFleet(db, boards, owners);
await db.query("update device set fc_id = null, fc_type = null where id_dev like 'MNB-R%'");
const count = async (sql: string) =>
  Number((await db.query<{ count: string }>(`select count(*) ${sql}`)).rows[0]?.count);
const openAlerts = () => count("from alert where cleared_at is null and kind = 'under_voltage'");

const sentAt = new Map<string, number[]>();
const shown: number[] = [];
const readers = [];
for (let n = 1; n <= Math.min(streams, owners); n++)
  readers.push(
    await readLastData(server.ready.url, await loginOwner(db, n), (deviceId, seq) => {
      const at = sentAt.get(deviceId)?.[seq];
      if (at) shown.push(performance.now() - at);
    }),
  );

const begunMs = performance.now();
const connected = [];
for (let at = 0; at < credentials.length; at += 50) {
  const group = await connectRawBoards(server.ready.mqttUrl, credentials.slice(at, at + 50));
  for (const board of group) {
    publishInfo(board);
    board.fault = FAULT;
    sentAt.set(board.deviceId, board.sentAt);
  }
  connected.push(...group);
}
const connectedS = (performance.now() - begunMs) / 1000;
const faultMs = performance.now();
for (const board of connected) publishFrame(board);
let [found, at] = [0, 0];
while (found < boards && performance.now() - faultMs < GIVE_UP_MS) {
  const next = connected.slice(at, at + RATE);
  await publishAtRate(next, next.length, 1);
  at = at + RATE < boards ? at + RATE : 0;
  found = await openAlerts();
}
const tookS = (performance.now() - faultMs) / 1000;
const load = loadavg()[0] ?? 0;

for (const { close } of readers) close();
for (const { socket } of connected) socket.destroy();
await server.stop();
await db.end();
proxy.close();
await undo.run();
await installation.remove();
await holder.remove();

const ms = (share: number) => `${percentile(shown, share).toFixed(1)} ms`;
report({
  name: late ? 'new-boards late' : 'new-boards',
  what: `${boards} boards that the server has never seen connect, name their converters and report a fault, then a frame each ${SECONDS_A_FRAME} s; ${readers.length} event streams${late ? `; each answer of the database ${late} ms late` : ''}`,
  result: `${found} of ${boards} alerts ${tookS.toFixed(1)} s after the last connect (connecting took ${connectedS.toFixed(1)} s); frames shown from the storm on p50 ${ms(0.5)}, p99 ${ms(0.99)}; load of the machine ${load.toFixed(1)}`,
  aim: `${boards} alerts, p99 < ${AIM_MS} ms`,
});
process.exit(found === boards ? 0 : 1);
