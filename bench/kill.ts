import { findMissing, killUnderLoad } from '@manoboard/testkit/kill-under-load';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { readNumbers } from './lib/options.ts';
import { report } from './lib/report.ts';

/** Kills the server (SIGKILL) under load repeatedly, then looks up everything it acknowledged. */
const { rounds } = readNumbers({ rounds: 10 });

const installation = await createInstallation();
const { acknowledged, startMs } = await killUnderLoad(installation, rounds);
const server = await startServerProgram({ ...installation.env, DEMO: '1' });
const missing = await findMissing((await installation.postgres()).connection, acknowledged);
await server.stop();
await installation.remove();

const slowestS = (Math.max(...startMs) / 1000).toFixed(1);
report({
  name: 'kill',
  what: `kill -9 of the server ${rounds} times under load (frames and sign-ups as fast as they are answered)`,
  result: `came up every time, slowest start ${slowestS} s; ${missing.frames.length} of ${acknowledged.frames.length} acknowledged frames and ${missing.emails.length} of ${acknowledged.emails.length} accounts missing`,
  aim: 'starts every time, none missing',
});
process.exit(missing.frames.length + missing.emails.length > 0 ? 1 : 0);
