import { createInterface } from 'node:readline';
import { startFleetProgram } from '../program.ts';
import { waitFor } from '../wait-for.ts';
import { findProgram } from './system-program.ts';
import { startTrialCluster, type TrialCluster } from './trial-cluster.ts';
import { COMMANDS, readBoards, readCommand, type Trial } from './trial-commands.ts';

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

const boardsText = async (cluster: TrialCluster) =>
  (await readBoards(cluster)).map(({ id, boards }) => `${id} has ${boards} boards`).join(', ') ||
  'no board is online';

function printHelp(cluster: TrialCluster): void {
  const [first, second] = cluster.servers;
  console.log(`
   MaNoBoard runs at  ${cluster.url}  (haproxy; server 1 alone ${first?.url}, server 2 alone ${second?.url})
   Log in as          ${cluster.demo?.emails.join(', ')}
   with the password  ${cluster.demo?.password}

   Open a pump and type what shall happen:
${Object.entries(COMMANDS)
  .map(([name, { promise, of }]) => `     ${(of ? `${name} N` : name).padEnd(15)} ${promise}`)
  .join('\n')}
     status          boards of each server
     end             ends everything (or Ctrl-C)
`);
}

async function obey(trial: Trial, line: string): Promise<void> {
  if (line === 'status') return say(await boardsText(trial.cluster).catch((error: Error) => error.message));
  const found = readCommand(trial.cluster, line);
  if (typeof found === 'string') return say(found);
  const { command, n } = found;
  say(`${line}: ${command.promise} …`);
  const sinceMs = performance.now();
  try {
    await command.run(trial, n);
    say(`${line}: it ended as promised after ${seconds(sinceMs)}; ${await boardsText(trial.cluster)}.`);
  } catch (error) {
    if (!isEnding) say(`${line}: it did NOT end as promised: ${(error as Error).message}`);
  }
}

let stop = async () => {};
let isEnding = false;
async function end(code = 0): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  say('Ending …');
  await stop().catch((error: Error) => {
    console.error(error.message);
  });
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

async function start(): Promise<Trial> {
  const cluster = await startTrialCluster({
    env: { DEMO: '1', DEMO_BOARDS: String(BOARDS) },
    onProgress: (progress) => !isEnding && say(progress),
    onStart: (stopAll) => {
      stop = stopAll;
    },
  });
  say('connecting the demo boards');
  const ready = { url: cluster.url, mqttUrl: cluster.mqttUrl, demo: cluster.demo, setup: null };
  await startFleetProgram(ready);
  const count = async () => (await readBoards(cluster)).reduce((sum, { boards }) => sum + boards, 0);
  // One board of the demo is away.
  await waitFor(async () => (await count()) >= BOARDS - 1, { timeoutMs: 30_000, what: 'the boards' });
  return { cluster, boards: await count() };
}

async function run(): Promise<void> {
  const trial = await start();
  say(`running; ${await boardsText(trial.cluster)}`);
  printHelp(trial.cluster);
  const input = createInterface({ input: process.stdin });
  let queue = Promise.resolve();
  input.on('line', (text) => {
    const line = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
    if (line === 'end') queue = queue.then(() => end());
    else if (line) queue = queue.then(() => obey(trial, line));
  });
  input.on('close', () => {
    queue = queue.then(() => end());
  });
}

run().catch((error: Error) => {
  if (isEnding) return;
  console.error(`The cluster could not be started: ${error.message}`);
  void end(1);
});
