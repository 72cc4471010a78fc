import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startTrialCluster } from '@manoboard/testkit/cluster/trial-cluster';
import { waitFor } from '@manoboard/testkit/wait-for';
import { Client } from 'pg';
import { createFleet } from './cluster/boards.ts';
import { injectFaults } from './cluster/faults.ts';
import { judge } from './cluster/judge.ts';
import { createMovingBoard } from './cluster/moving-board.ts';
import { measureFrames, newLedger, stopPump } from './cluster/probes.ts';
import { openViewer } from './cluster/viewer.ts';
import { isQuick, readNumbers } from './lib/options.ts';
import { loginOwner, seedFleet } from './lib/raw-fleet.ts';
import { percentile, report, spread } from './lib/report.ts';

/**
 * A cluster under random failures: nothing acknowledged may be missing, and no page may show anything else than the
 * database afterwards. At last one server stores the same frames alone, which gives the cost of the second one.
 */
const {
  boards: count,
  rate,
  browsers,
  faults,
  seconds,
} = readNumbers(
  { boards: 1000, rate: 1500, browsers: 100, faults: 20, seconds: 20 },
  { boards: 60, rate: 60, browsers: 6, faults: 1, seconds: 3 },
);
const PROBES = isQuick ? 10 : 100;
/** Share of the rate that is sent while delays are measured: servers collect the values of several boards. */
const BACKGROUND = 0.2;

const loadBefore = loadavg()[0]?.toFixed(1);
const cluster = await startTrialCluster({
  env: { LOG_LEVEL: 'error', LOGINS_PER_MINUTE: '1000000', MQTT_FRAMES_PER_SECOND: '1000' },
  onProgress: (progress) => console.log(progress),
});
const openDb = async () => {
  const db = new Client(cluster.pair.connection());
  db.on('error', () => {});
  await db.connect();
  return db;
};
let db = await openDb();
const credentials = await seedFleet(db, count, browsers);
const cookies: string[] = [];
for (let n = 1; n <= browsers; n++) cookies.push(await loginOwner(db, n));
const ownerOf = (n: number) => cookies[(n + 1) % browsers] ?? '';
await db.end();

const ledger = newLedger();
const boards = credentials.map(({ deviceId, secret }) => createMovingBoard(deviceId, secret, ledger));
const fleet = createFleet(boards);
const { untilAllUp, untilAllAcknowledged, publishAtRate } = fleet;
await fleet.connect(cluster.mqttUrl);
console.log(`${count} boards are connected`);

const [first, second] = cluster.servers;
if (!first || !second) throw new Error('a cluster has two servers');

// Without faults: delays of the own and the other server.
db = await openDb();
const { rows: owners } = await db.query<{ id_dev: string; server_id: string }>(
  'select id_dev, server_id from board_session join device on device.id = device_id order by id_dev limit 1',
);
const probe = boards.find(({ deviceId }) => deviceId === owners[0]?.id_dev) ?? boards[0];
if (!probe) throw new Error('no board');
const cookie = ownerOf(boards.indexOf(probe));
const [own, other] = owners[0]?.server_id === 's1' ? [first, second] : [second, first];
const background = createFleet(boards.filter((board) => board !== probe)).publishAtRate(rate * BACKGROUND);
const delays = { frames: [[], []] as number[][], commands: [[], []] as number[][] };
for (const [at, server] of [own, other].entries()) {
  const viewer = openViewer(server.url, cookie);
  await waitFor(() => viewer.isOpen(), { what: 'an open page' });
  delays.frames[at] = await measureFrames(probe, viewer, PROBES);
  viewer.close();
  for (let n = 0; n < PROBES; n++) {
    const { status, tookMs } = await stopPump(
      server.url,
      cookie,
      probe.deviceId,
      `probe-${at}-${n}-${Date.now()}`,
    );
    if (status === 200) delays.commands[at]?.push(tookMs);
  }
}
background.stop();
const revoked: number[] = [];
for (let n = 0; n < 20; n++) {
  const session = await loginOwner(db, 1);
  const viewer = openViewer(second.url, session);
  await waitFor(() => viewer.isOpen(), { what: 'an open page' });
  const begunMs = performance.now();
  await fetch(`${first.url}/api/auth/jwt/logout`, { method: 'POST', headers: { cookie: session } });
  await waitFor(() => !viewer.isOpen(), { everyMs: 2, what: 'the end of a revoked stream' });
  revoked.push(viewer.endedMs() - begunMs);
  viewer.close();
}
await db.end();

// Under faults.
const viewers = cookies.map((each) => openViewer(cluster.url, each));
await waitFor(() => viewers.every((viewer) => viewer.isOpen()), { timeoutMs: 60_000, what: 'all pages' });
const begunMs = performance.now();
const publishing = publishAtRate(rate);
const answers: Awaited<ReturnType<typeof stopPump>>[] = [];
let clicks = 0;
const clicking = setInterval(() => {
  const n = Math.floor(Math.random() * count);
  const device = boards[n]?.deviceId ?? '';
  void stopPump(cluster.url, ownerOf(n), device, `click-${clicks++}-${Date.now()}`).then((answer) =>
    answers.push(answer),
  );
  // A lost network: the board connects again, and its old line stays open.
  boards[Math.floor(Math.random() * count)]?.connectAgain();
}, 500);
const nextAck = () =>
  new Promise<number>((done) => {
    ledger.onAck = () => {
      ledger.onAck = undefined;
      done(performance.now());
    };
  });
const times = await injectFaults(cluster, faults, { untilAllUp, nextAck });
publishing.stop();
clearInterval(clicking);
const tookS = Math.round((performance.now() - begunMs) / 1000);
await untilAllUp();
await untilAllAcknowledged();
await waitFor(() => answers.length === clicks, { timeoutMs: 60_000, what: 'all answers' });
await wait(5000);
db = await openDb();
const verdict = await judge(db, { ledger, boards, viewers, answers });
await db.end();
for (const viewer of viewers) viewer.close();

/** The first half of each measurement warms the code up and does not count. */
async function cpuPer1000(pids: readonly number[]): Promise<number> {
  await fleet.cpuPer1000(pids, rate, seconds);
  return fleet.cpuPer1000(pids, rate, seconds);
}
const two = await cpuPer1000([first.pid(), second.pid()]);
await second.stop('SIGTERM');
await untilAllUp();
const one = await cpuPer1000([first.pid()]);
fleet.stop();
await cluster.stop();

const wrong = Object.values(verdict.wrong).reduce((sum, each) => sum + each, 0);
report({
  name: 'cluster',
  what: `two servers behind haproxy, ${count} boards, ${rate} frames/s, ${browsers} pages, ${clicks} commands, in ${tookS} s ${Object.entries(
    times.counts,
  )
    .map(([name, times_]) => `${times_} × ${name}`)
    .join(', ')}; load of the machine before ${loadBefore}`,
  result: `${verdict.acknowledged} frames acknowledged; ${Object.entries(verdict.wrong)
    .map(([name, each]) => `${each} ${name}`)
    .join(
      ', ',
    )}. Board to page: own server ${spread(delays.frames[0] ?? [])}, other ${spread(delays.frames[1] ?? [])}; command: own ${spread(delays.commands[0] ?? [])}, other ${spread(delays.commands[1] ?? [])}; revoked stream ends: ${spread(revoked)}; boards of a killed server back: at most ${Math.round(Math.max(...times.kills, 0))} ms; first PUBACK after a promotion: at most ${Math.round(Math.max(...times.promotions, 0))} ms (p50 ${Math.round(percentile(times.promotions, 0.5))}); processor time without pages for 1,000 frames: one server ${one.toFixed(0)} ms, two ${two.toFixed(0)} ms (${(two / one).toFixed(2)} ×)`,
  aim: '0 everywhere; the other server at most 10 ms (p50) and 30 ms (p99) later; commands 15 ms; revoked < 1 s; boards back < 10 s; PUBACK < 1 s; two servers at most 1.2 × one',
});
process.exit(wrong > 0 ? 1 : 0);
