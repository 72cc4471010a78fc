import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startFleetProgram } from '../program.ts';
import { waitFor } from '../wait-for.ts';
import { findProgram } from './system-program.ts';
import { startTrialCluster, type TrialCluster } from './trial-cluster.ts';

const BOARDS = 24;
const begunMs = performance.now();
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
const say = (text: string) => console.log(`${seconds(begunMs).padStart(8)}  ${text}`);

const missing = ['nats-server', 'haproxy'].filter((name) => !findProgram(name));
if (missing.length > 0) {
  console.error(
    `A cluster needs ${missing.join(' and ')}, which could not be installed. Install the package of your system (Debian: apt-get install nats-server haproxy), and try again.`,
  );
  process.exit(1);
}

/** Boards of each server by the rows of the database. */
async function readBoards(cluster: TrialCluster): Promise<string> {
  const db = new Client(cluster.pair.connection());
  db.on('error', () => {});
  await db.connect();
  const { rows } = await db.query<{ id: string; boards: number }>(
    'select server_id as id, count(*)::int as boards from board_session where is_online group by 1 order by 1',
  );
  await db.end();
  return rows.map(({ id, boards }) => `${id} has ${boards} boards`).join(', ') || 'no board is online';
}

const isReady = async (url: string) =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.status ===
  200;

interface Verb {
  /** What the person reads before they try it. */
  promise: string;
  /** Acts and returns when it has ended as promised. */
  run: (cluster: TrialCluster, n: number) => Promise<void>;
}

const server = (cluster: TrialCluster, n: number) => {
  const found = cluster.servers[n - 1];
  if (!found) throw new Error(`there is no server ${n}`);
  return found;
};
const node = (cluster: TrialCluster, n: number) => {
  const found = cluster.nats[n - 1];
  if (!found) throw new Error(`there is no node ${n} of NATS`);
  return found;
};
/** All boards of the demo that are on belong to servers that run. */
const untilBoardsAreBack = (cluster: TrialCluster, most: number) =>
  waitFor(
    async () => {
      const alive = cluster.servers.flatMap((each, at) => (each.isRunning() ? [`s${at + 1}`] : []));
      const text = await readBoards(cluster);
      const counts = [...text.matchAll(/(s\d) has (\d+)/g)];
      if (!counts.every(([, id]) => alive.includes(id ?? ''))) return false;
      return counts.reduce((sum, [, , boards]) => sum + Number(boards), 0) >= most;
    },
    { timeoutMs: 60_000, everyMs: 200, what: 'all boards back' },
  );

let boardsOnline = 0;

const VERBS: Record<string, Verb> = {
  'kill server': {
    promise:
      'its boards connect to the other one within seconds, open pages go on there; no value, alert or command is lost',
    async run(cluster, n) {
      await server(cluster, n).stop('SIGKILL');
      await untilBoardsAreBack(cluster, boardsOnline);
    },
  },
  'start server': {
    promise: 'it is ready again; boards that connect next go to it',
    async run(cluster, n) {
      await server(cluster, n).start();
      await waitFor(() => isReady(server(cluster, n).url), { what: 'a ready server' });
    },
  },
  'drain server': {
    promise: 'it is not ready at once, hands pages and boards over, and ends within 20 s',
    async run(cluster, n) {
      await server(cluster, n).stop('SIGTERM');
      await untilBoardsAreBack(cluster, boardsOnline);
    },
  },
  'kill database': {
    promise:
      'nothing is stored and only stops work, pages say so; after 3 s the standby is promoted, as you or Patroni would, and all goes on',
    async run(cluster) {
      await cluster.pair.killPrimary();
      await wait(3000);
      await cluster.pair.promote();
      await waitFor(
        async () =>
          (
            await Promise.all(
              cluster.servers.filter((each) => each.isRunning()).map(({ url }) => isReady(url)),
            )
          ).every(Boolean),
        { timeoutMs: 30_000, what: 'ready servers' },
      );
    },
  },
  'start database': {
    promise: 'the lost one comes back as the standby',
    run: (cluster) => cluster.pair.addStandby(),
  },
  'kill nats': {
    promise: 'nothing changes: the servers use the two other nodes',
    async run(cluster, n) {
      await node(cluster, n).kill();
      await waitFor(() => isReady(cluster.url), { what: 'a ready server' });
    },
  },
  'start nats': { promise: 'the node is back', run: (cluster, n) => node(cluster, n).start() },
  'cut bus': {
    promise:
      'each server goes on with its own boards; values of the others get older, and a command for them is refused with the reason',
    async run(cluster) {
      cluster.cutBus();
      await wait(2500);
      for (const each of cluster.servers)
        if (each.isRunning() && !(await isReady(each.url))) throw new Error('a server is not ready');
    },
  },
  'heal bus': {
    promise: 'all is as before within a second or two',
    async run(cluster) {
      cluster.healBus();
      await waitFor(async () => {
        const db = new Client(cluster.pair.connection());
        await db.connect();
        const { rows } = await db.query(
          "select from server where not is_bus_up and seen_at > now() - interval '5 s'",
        );
        await db.end();
        return rows.length === 0;
      });
    },
  },
};

function printHelp(cluster: TrialCluster): void {
  const [first, second] = cluster.servers;
  console.log(`
   MaNoBoard runs at  ${cluster.url}  (haproxy; server 1 alone ${first?.url}, server 2 alone ${second?.url})
   Log in as          ${cluster.demo?.emails.join(', ')}
   with the password  ${cluster.demo?.password}

   Open a pump and type what shall happen:
${Object.entries(VERBS)
  .map(
    ([name, { promise }]) => `     ${(/server|nats/.test(name) ? `${name} N` : name).padEnd(15)} ${promise}`,
  )
  .join('\n')}
     status          boards of each server
     end             ends everything (or Ctrl-C)
`);
}

async function obey(cluster: TrialCluster, line: string): Promise<void> {
  const [, name = '', number] = /^(\w+ \w+)(?: (\d))?$/.exec(line) ?? [];
  const verb = VERBS[name];
  if (line === 'status') return say(await readBoards(cluster).catch((error: Error) => error.message));
  if (!verb) return say('That is none of the commands above.');
  say(`${line}: ${verb.promise} …`);
  const sinceMs = performance.now();
  try {
    await verb.run(cluster, Number(number ?? 1));
    say(`${line}: it ended as promised after ${seconds(sinceMs)}; ${await readBoards(cluster)}.`);
  } catch (error) {
    say(`${line}: it did NOT end as promised: ${(error as Error).message}`);
  }
}

let stop = async () => {};
let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  say('Ending …');
  await stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

const cluster = await startTrialCluster({
  env: { DEMO: '1', DEMO_BOARDS: String(BOARDS) },
  onProgress: say,
  onStart: (stopAll) => {
    stop = stopAll;
  },
});
say('connecting the demo boards');
const ready = { url: cluster.url, mqttUrl: cluster.mqttUrl, demo: cluster.demo, setup: null };
await startFleetProgram(ready);
const countOnline = async () =>
  [...(await readBoards(cluster)).matchAll(/has (\d+)/g)].reduce(
    (sum, [, boards]) => sum + Number(boards),
    0,
  );
// One board of the demo is away.
await waitFor(async () => (await countOnline()) >= BOARDS - 1, { timeoutMs: 30_000, what: 'the boards' });
boardsOnline = await countOnline();
say(`running; ${await readBoards(cluster)}`);
printHelp(cluster);

const input = createInterface({ input: process.stdin });
let queue = Promise.resolve();
input.on('line', (text) => {
  const line = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (line === 'end') queue = queue.then(end);
  else if (line) queue = queue.then(() => obey(cluster, line));
});
input.on('close', () => {
  queue = queue.then(end);
});
