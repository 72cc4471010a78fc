import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTrialCluster } from '@manoboard/testkit/cluster/trial-cluster';
import { freePort } from '@manoboard/testkit/free-port';
import { type ServerReady, startProgram } from '@manoboard/testkit/program';
import { waitFor } from '@manoboard/testkit/wait-for';
import { Client } from 'pg';
import { readNumbers } from '../lib/options.ts';
import { loginOwner, seedFleet } from '../lib/raw-fleet.ts';
import { report } from '../lib/report.ts';
import { createFleet } from './boards.ts';
import { createMovingBoard } from './moving-board.ts';
import { newLedger } from './probes.ts';

/** What a second server costs: processor time of both for the same frames, and memory for boards of another server. */
const { boards: count, rate, seconds } = readNumbers({ boards: 1000, rate: 1500, seconds: 20 });
const SECRET_KEY = 'the-key-of-all-servers-of-this-benchmark';
/** More than an event stream keeps for pages that come back. */
const WARM_FRAMES = 8000;

const loadBefore = loadavg()[0]?.toFixed(1);
const cluster = await startTrialCluster({
  env: { LOG_LEVEL: 'fatal', MQTT_FRAMES_PER_SECOND: '1000', SECRET_KEY },
  onProgress: (progress) => console.log(progress),
});
const [first, second] = cluster.servers;
if (!first || !second) throw new Error('a cluster has two servers');

async function startProbe() {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'manoboard-probe-'));
  const env = {
    DATA_DIR,
    DATABASE_URL: cluster.pair.url,
    BUS_URL: cluster.busUrl,
    SECRET_KEY,
    SERVER_ID: 'probe',
    ROLES: 'web',
    PORT: String(await freePort()),
    REQUIRE_2FA: 'none',
    LOG_LEVEL: 'fatal',
  };
  const options = ['--expose-gc', '--import', './bench/cluster/heap-report.ts'];
  const program = startProgram('apps/server/dist/main.mjs', [], env, options);
  const { url } = await program.message<ServerReady>('ready');
  return {
    url,
    /** Used heap in bytes, after a collection. */
    heap(): Promise<number> {
      const answer = program.message<number>('heap');
      program.child.send({});
      return answer;
    },
    async stop(): Promise<void> {
      await program.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
}

const probe = await startProbe();
const db = new Client(cluster.pair.connection());
await db.connect();
const credentials = await seedFleet(db, count, 1);
const cookie = await loginOwner(db, 1);
const ledger = newLedger();
const boards = credentials.map(({ deviceId, secret }) => createMovingBoard(deviceId, secret, ledger));
const few = createFleet(boards.slice(0, Math.ceil(count / 10)));
const fleet = createFleet(boards);

/** Heap of the probe when it knows these boards, with full buffers. */
async function heapWith(known: typeof fleet, boardsKnown: number): Promise<number> {
  const publishing = known.publishAtRate(rate);
  await wait((1000 * WARM_FRAMES) / rate);
  publishing.stop();
  await known.untilAllAcknowledged();
  await waitFor(
    async () => {
      const online = await fetch(`${probe.url}/api/api-requests/online-devices`, { headers: { cookie } });
      return ((await online.json()) as string[]).length === boardsKnown;
    },
    { what: 'all boards at the probe', timeoutMs: 30_000 },
  );
  await wait(1000);
  return probe.heap();
}

await few.connect(cluster.mqttUrl);
const before = await heapWith(few, few.size);
await createFleet(boards.slice(few.size)).connect(cluster.mqttUrl);
console.log(`${count} boards are connected`);
const perBoard = ((await heapWith(fleet, count)) - before) / (count - few.size);
await probe.stop();
console.log(`${Math.round(perBoard)} bytes for each board of another server`);

const { rows } = await db.query<{ server_id: string; boards: number }>(
  'select server_id, count(*)::int as boards from board_session where is_online group by 1 order by 1',
);
await db.end();
/** The first half of each measurement warms the code up and does not count. */
async function measure(pids: readonly number[]): Promise<number> {
  await fleet.cpuPer1000(pids, rate, seconds);
  return fleet.cpuPer1000(pids, rate, seconds);
}
const two = await measure([first.pid(), second.pid()]);
console.log(`two servers: ${two.toFixed(0)} ms per 1,000 frames`);
await second.stop('SIGTERM');
await fleet.untilAllUp();
const one = await measure([first.pid()]);
fleet.stop();
await cluster.stop();

report({
  name: 'cluster-cost',
  what: `two servers with ${rows.map(({ boards }) => boards).join(' and ')} boards, then one with all; ${rate} frames/s without viewers for ${seconds} s; heap of a third server without boards after a collection, with ${few.size} and with ${count} boards of the others; load of the machine before ${loadBefore}`,
  result: `CPU per 1,000 frames: one server ${one.toFixed(0)} ms, two ${two.toFixed(0)} ms (${(two / one).toFixed(2)} ×); ${(perBoard / 1000).toFixed(1)} kB for each board of another server`,
  aim: 'two at most 1.2 × one; at most 3 kB',
});
process.exit(0);
