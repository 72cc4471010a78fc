import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readNumbers } from '../lib/options.ts';
import { report } from '../lib/report.ts';

/** Memory and CPU time of many light boards in one process, beyond the cost of bare connections. */
const { boards, seconds } = readNumbers({ boards: 1000, seconds: 60 });
const AIM_BYTES = 60_000;
/** With the options of `npm run cli -- fleet`. */
const FRUGAL = ['--optimize-for-size', '--max-semi-space-size=2'];

interface Figures {
  bytes: number;
  rss: number;
  cpuMs: number;
}

function start(name: string, args: string[] = []): ChildProcess {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return fork(path, args, { execArgv: ['--expose-gc', ...FRUGAL] });
}

const message = <T>(child: ChildProcess): Promise<T> =>
  new Promise((done, fail) => {
    child.once('message', (answer) => done(answer as T));
    child.once('exit', (code) => fail(new Error(`a part of the bench ended with ${code}`)));
  });

async function readFigures(child: ChildProcess): Promise<Figures> {
  const answer = message<Figures>(child);
  child.send('figures');
  return answer;
}

const broker = start('broker-worker');
const { url } = await message<{ url: string }>(broker);

async function measure(kind: 'sockets' | 'boards', count: number, lastsS: number) {
  const worker = start('fleet-worker', [kind, url, String(count)]);
  await message(worker);
  const before = await readFigures(worker);
  await pause(lastsS * 1000);
  const after = await readFigures(worker);
  const gone = new Promise((done) => worker.once('exit', done));
  worker.disconnect();
  await gone;
  return { ...after, cpuShare: (after.cpuMs - before.cpuMs) / (lastsS * 1000) };
}

const [bare, one] = [await measure('sockets', boards, 1), await measure('boards', 1, 1)];
const bareOne = await measure('sockets', 1, 1);
const all = await measure('boards', boards, seconds);
broker.disconnect();

const perBoard = (all.bytes - one.bytes - (bare.bytes - bareOne.bytes)) / (boards - 1);
const perBoardRss = (all.rss - one.rss - (bare.rss - bareOne.rss)) / (boards - 1);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(`socket: ${kB((bare.bytes - bareOne.bytes) / (boards - 1))} heap a connection`);
console.log(`process: ${kB(all.bytes)} heap, ${kB(all.rss)} resident with ${boards} boards`);
report({
  name: 'fleet',
  what: `${boards} light boards in one process for ${seconds} s, against as many bare connections; heap and buffers after a collection`,
  result: `${kB(perBoard)} a board beyond its socket (resident ${kB(perBoardRss)}), ${(100 * all.cpuShare).toFixed(0)} % of one core`,
  aim: '60 kB a board',
});
process.exit(perBoard > AIM_BYTES ? 1 : 0);
