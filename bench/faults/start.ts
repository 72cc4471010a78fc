import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { readNumbers } from '../lib/options.ts';
import { peakMb } from '../lib/processes.ts';
import { connectRawBoards, publishUntilAnswered } from '../lib/raw-boards.ts';
import { seedFleet } from '../lib/raw-fleet.ts';
import { report } from '../lib/report.ts';

/** Start time and memory after SIGKILL under full load and after a clean stop. */
const { boards, speaking, seconds } = readNumbers({ boards: 10_000, speaking: 200, seconds: 30 });
const IN_FLIGHT = 8;
const AIM_MS = 3000;

const installation = await createInstallation();
const first = await startServerProgram(installation.env);
const db = new Client((await installation.postgres()).connection);
await db.connect();
const credentials = await seedFleet(db, boards, 100);
await db.end();
await first.stop();

async function timedStart() {
  const begun = performance.now();
  const server = await startServerProgram(installation.env);
  const tookMs = performance.now() - begun;
  return { server, tookMs, mb: peakMb(server.child.pid ?? 0) };
}

let boot = 0;
async function endUnderLoad(
  server: Awaited<ReturnType<typeof timedStart>>['server'],
  signal: NodeJS.Signals,
) {
  const connected = await connectRawBoards(server.ready.mqttUrl, credentials.slice(0, speaking), ++boot);
  for (const { socket } of connected) socket.on('error', () => {});
  const endMs = performance.now() + seconds * 1000 + 60_000;
  const work = Promise.all(connected.map((board) => publishUntilAnswered(board, endMs, IN_FLIGHT)));
  await new Promise((done) => setTimeout(done, seconds * 1000));
  await server.stop(signal);
  await work;
  return connected.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0) / seconds;
}

const fresh = await timedStart();
const perSecond = await endUnderLoad(fresh.server, 'SIGKILL');
const killed = await timedStart();
await endUnderLoad(killed.server, 'SIGINT');
const clean = await timedStart();
await clean.server.stop();
await installation.remove();

const figure = ({ tookMs, mb }: { tookMs: number; mb: number }) =>
  `${(tookMs / 1000).toFixed(1)} s, ${mb.toFixed(0)} MB`;
const result = `after kill -9: ${figure(killed)}; after a clean stop: ${figure(clean)}; without load before: ${figure(fresh)}`;
console.log(result);
report({
  name: 'start',
  what: `start of the server with ${boards} devices, ${speaking} of which sent ${perSecond.toFixed(0)} frames/s for ${seconds} s before it ended; most memory of the Node process until it was ready`,
  result,
  aim: 'each below 3 s',
});
process.exit(Math.max(killed.tookMs, clean.tookMs) > AIM_MS ? 1 : 0);
