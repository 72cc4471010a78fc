import { EXAMPLES } from '@manoboard/contract/docs/examples';
import { type ApiName, api } from '@manoboard/contract/http/api';
import { someBadRequests } from '@manoboard/testkit/bad-requests';
import { connectBoard } from '@manoboard/testkit/board-client';
import { databaseDigest } from '@manoboard/testkit/database-digest';
import { createHttpClient } from '@manoboard/testkit/http-client';
import { refusalFault } from '@manoboard/testkit/refusal-fault';
import { waitFor } from '@manoboard/testkit/wait-for';
import type { Client } from 'pg';
import { readNumbers } from '../lib/options.ts';
import { startOwnServer } from '../lib/own-server.ts';
import { report } from '../lib/report.ts';

/**
 * Bad requests to every call of the table, as a Super Seller who owns the device: each must be refused and change
 * nothing.
 */
const { requests, seed, inflight } = readNumbers({ requests: 10_000, seed: 4, inflight: 16 });
const ID_DEV = 'MNB-F0001';
const [OWNER, OTHER] = [1, 2];
const CHUNK = 500;

async function fill(db: Client) {
  await db.query(`
    insert into app_user (email, password_hash, name, surname, terms_accepted_at)
    values ('owner@example.com', 'x', 'Eva', 'Vodná', now()), ('other@example.com', 'x', 'Ján', 'Suchý', now())`);
  await db.query(`insert into user_role values (${OWNER}, 'Super Seller'), (${OTHER}, 'Technician')`);
  await db.query('insert into device (id_dev, secret_hash) values ($1, sha256($2))', [ID_DEV, 'secret']);
  await db.query(
    `insert into user_device (user_id, device_id, access, created_at) values (${OWNER}, 1, 'owner', to_timestamp(0))`,
  );
  await db.query(
    "insert into alert (device_id, event_id, kind, code, severity, raised_at) values (1, 'E1', 'dry_run', 'DRY_RUN', 'alarm', now())",
  );
}

const server = await startOwnServer(fill);
const board = await connectBoard({ url: server.mqttUrl, deviceId: ID_DEV, secret: 'secret' });
let published = 0;
board.client.on('message', () => published++);
await board.listenToAll();
await board.publishInfo();
await board.publishStatus();
await board.publishTele();
await waitFor(async () => (await server.db.query('select from last_data')).rowCount, { timeoutMs: 20_000 });
const { cookie, sessionId } = await server.login(OWNER);
const fixtures = { ...EXAMPLES, deviceId: ID_DEV, userId: OTHER, alertId: 1, sessionId };
const client = createHttpClient(server.url);
const digest = () => databaseDigest(async (text) => (await server.db.query(text)).rows);

/** Sends this many requests to one call; returns the failures. */
async function tryCall(name: ApiName) {
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  for (let sent = 0; sent < requests; sent += CHUNK) {
    const queue = someBadRequests(name, fixtures, seed + sent, Math.min(CHUNK, requests - sent));
    const one = async () => {
      for (let request = queue.pop(); request; request = queue.pop()) {
        const answer = await client.send(request, cookie);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        const fault = refusalFault(api[name], request, answer);
        if (fault) faults.push(`${JSON.stringify(request).slice(0, 300)}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: inflight }, one));
  }
  console.log(`${name}: ${requests} sent, ${faults.length} wrong answers, ${JSON.stringify(statuses)}`);
  for (const fault of faults.slice(0, 3)) console.log(`  ${fault}`);
  return faults.length;
}

const names = Object.keys(api) as ApiName[];
const before = await digest();
const begun = performance.now();
let wrong = 0;
for (const name of names) wrong += await tryCall(name);
const tookS = (performance.now() - begun) / 1000;
const after = await digest();
const changed = Object.keys({ ...before, ...after }).filter((table) => before[table] !== after[table]);
client.close();
await board.leave();
await server.stop();

report({
  name: 'fuzz',
  what: `${requests} bad requests, made from the table, at each of ${names.length} calls, as a Super Seller who owns the device, over kept connections`,
  result: `${names.length * requests} sent in ${tookS.toFixed(0)} s; ${wrong} not refused in the shape of an error, ${changed.length} tables changed, ${published} messages to the board`,
  aim: 'none, none, none',
});
process.exit(wrong + changed.length + published > 0 ? 1 : 0);
