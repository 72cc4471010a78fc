import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startBenchServer } from './lib/bench-server.ts';
import { readNumbers } from './lib/options.ts';
import { cpuMs, memoryMb } from './lib/processes.ts';
import { loginOwner, seedFleet } from './lib/raw-fleet.ts';
import { percentile, report, spread } from './lib/report.ts';
import { repeat, timedRequest, timedStop } from './lib/requests.ts';
import type { StormCounts } from './storm/boards.ts';

/** All boards reconnect after the server ends, by SIGTERM and by SIGKILL, while another user uses the console. */
const { boards, frames } = readNumbers({ boards: 10_000, frames: 60 }, { boards: 200, frames: 10 });
const AIM = { backS: 20, pageMs: 500, stopMs: 500 };
const GIVE_UP_S = 60;
const LEAST_MS = 10_000;
const SHARES = [0.5, 0.9, 1];

const server = await startBenchServer();
const [target] = await seedFleet(server.db(), boards, Math.ceil(boards / 2));
await server.db().query("update device set version = '1.0.0', hw = 'mnb-2'");
/** The owner of the first device: see `seedFleet`. */
const cookie = await loginOwner(server.db(), boards > 2 ? 2 : 1);

function countsOf(worker: ChildProcess, reset = false): Promise<StormCounts> {
  const answer = new Promise<StormCounts>((done, fail) => {
    worker.once('message', (counts) => done(counts as StormCounts));
    worker.once('exit', (code) => fail(new Error(`the boards ended with ${code}`)));
  });
  worker.send({ reset });
  return answer.finally(() => worker.removeAllListeners('exit'));
}

async function storm(worker: ChildProcess, name: string, begunMs: number) {
  const readyMs = performance.now();
  await countsOf(worker, true);
  const cpuBefore = cpuMs(server.pid());
  const page = repeat(() => timedRequest(server.url, cookie, '/users-devices/get-devices'), 20);
  const stop = repeat(() => timedStop(server.url, cookie, target?.deviceId ?? ''), 100);
  /** Seconds from the server's readiness until these shares of the boards are back. */
  const backS = SHARES.map(() => Number.NaN);
  let counts = await countsOf(worker);
  for (;;) {
    const atS = (performance.now() - readyMs) / 1000;
    for (const [at, share] of SHARES.entries())
      if (Number.isNaN(backS[at]) && counts.back >= boards * share) backS[at] = atS;
    if (counts.back >= boards || atS > GIVE_UP_S) break;
    await pause(100);
    counts = await countsOf(worker);
  }
  const connectMs = (cpuMs(server.pid()) - cpuBefore) / Math.max(1, counts.back);
  // A small fleet is back before the other user has made many requests.
  await pause(Math.max(0, LEAST_MS - (performance.now() - readyMs)));
  const [pages, tried] = await Promise.all([page.end(), stop.end()]);
  /** A stop of a board that is not back yet is refused. */
  const stops = tried.filter(Number.isFinite);
  const [half, most, all] = backS.map((value) => `${value.toFixed(1)} s`);
  const memory = `node ${memoryMb(server.pid())} MB, Postgres ${memoryMb(server.postgresPid())} MB`;
  return {
    text: `${name}: ready after ${((readyMs - begunMs) / 1000).toFixed(1)} s, back 50 % ${half}, 90 % ${most}, 100 % ${all}, ${counts.refused} refused, ${counts.failed} failed, ${connectMs.toFixed(2)} ms of node per connect, page ${spread(pages)}, stop ${spread(stops)} (${tried.length - stops.length} refused), ${memory}`,
    isGood:
      (backS[2] ?? Number.NaN) <= AIM.backS &&
      counts.refused + counts.failed === 0 &&
      percentile(pages, 0.99) <= AIM.pageMs &&
      percentile(stops, 0.99) <= AIM.stopMs,
  };
}

const path = fileURLToPath(new URL('./storm/boards.ts', import.meta.url));
const worker = fork(path, [server.mqttUrl, String(boards), String(frames)]);
const storms: Awaited<ReturnType<typeof storm>>[] = [];
try {
  console.log((await storm(worker, 'first connect', performance.now())).text);
  // Like after days of operation: the rows of the first connect are vacuumed.
  await server.db().query('vacuum analyze');
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const begunMs = performance.now();
    await server.end(signal);
    await server.start();
    storms.push(await storm(worker, signal, begunMs));
    console.log(storms.at(-1)?.text);
  }
} finally {
  worker.disconnect();
  await server.stop();
}
report({
  name: 'storm',
  what: `${boards} boards come back after a restart of the server (SIGTERM, SIGKILL), one frame each ${frames} s, while another user asks for a page and stops a pump`,
  result: storms.map(({ text }) => text).join('; '),
  aim: `all back within ${AIM.backS} s after the server is ready, none refused, page p99 < ${AIM.pageMs} ms`,
});
process.exit(storms.every(({ isGood }) => isGood) ? 0 : 1);
