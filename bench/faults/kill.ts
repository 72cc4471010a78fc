import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HOUR_S } from '@manoboard/domain/time';
import { findMissing, killUnderLoad } from '@manoboard/testkit/kill-under-load';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { createLog } from '../../apps/server/src/base/log.ts';
import { openDb } from '../../apps/server/src/db/db.ts';
import { createRollups } from '../../apps/server/src/wings/history/rollup.service.ts';
import { readNumbers } from '../lib/options.ts';
import { report } from '../lib/report.ts';
import { checkRollups, listPackedKeys } from './rollup-check.ts';

/**
 * Kills the server (SIGKILL) under load repeatedly, together with a process that rolls up and packs frames, then looks up
 * everything it acknowledged and computes every rollup again. Most frames are of the last day, as after a loss of the network.
 */
const { rounds } = readNumbers({ rounds: 10 });
const WORKER = fileURLToPath(new URL('./rollup-worker.ts', import.meta.url));

const installation = await createInstallation();

async function startRollups() {
  const { connection } = await installation.postgres();
  const worker = fork(WORKER, [JSON.stringify(connection)]);
  await once(worker, 'message');
  return () => void worker.kill('SIGKILL');
}

const atS = (seq: number) => Math.floor(Date.now() / 1000) - (seq % 24) * HOUR_S;
const { acknowledged, startMs } = await killUnderLoad(installation, rounds, {
  atS,
  startBeside: startRollups,
});
const server = await startServerProgram({ ...installation.env, DEMO: '1' });
const { connection } = await installation.postgres();
const packed = await listPackedKeys(connection);
const missing = await findMissing(connection, acknowledged, packed);
const db = openDb(connection, createLog('error'));
await createRollups({ db, rawDays: 30 }).run();
const { checked, wrong } = await checkRollups(db, connection);
await db.destroy();
await server.stop();
await installation.remove();

const slowestS = (Math.max(...startMs) / 1000).toFixed(1);
report({
  name: 'kill',
  what: `kill -9 of the server and of a process that rolls up and packs frames, ${rounds} times under load (frames of the last 24 hours and sign-ups as fast as they are answered)`,
  result: `came up every time, slowest start ${slowestS} s; ${missing.frames.length} of ${acknowledged.frames.length} acknowledged frames (${packed.length} packed) and ${missing.emails.length} of ${acknowledged.emails.length} accounts missing, ${missing.doubled} frames stored twice; ${wrong} of ${checked} rollups differ from a recomputation`,
  aim: 'starts every time, none missing, none twice, none different',
});
process.exit(missing.frames.length + missing.emails.length + missing.doubled + wrong > 0 ? 1 : 0);
