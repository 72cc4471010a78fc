import { killUnderLoad } from '@manoboard/testkit/kill-under-load';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { readNumbers } from './lib/options.ts';
import { report } from './lib/report.ts';

/** The server is killed with -9 under load, again and again; then every promise that it made is looked up. */
const { rounds } = readNumbers({ rounds: 10 });

const installation = await createInstallation();
const { promised, startMs } = await killUnderLoad(installation, rounds);
const server = await startServerProgram(installation.env);
const db = new Client((await installation.postgres()).connection);
await db.connect();
const frames = await db.query(
  "select id_dev || ' ' || boot || ' ' || seq as key from frame join device on device.id = device_id",
);
const users = await db.query('select email from app_user');
await db.end();
await server.stop();
await installation.remove();

const stored = new Set(frames.rows.map(({ key }) => key));
const known = new Set(users.rows.map(({ email }) => email));
const lostFrames = promised.frames.filter(
  ({ idDev, boot, seq }) => !stored.has(`${idDev} ${boot} ${seq}`),
).length;
const lostUsers = promised.emails.filter((email) => !known.has(email)).length;
report({
  name: 'kill',
  what: `kill -9 of the server ${rounds} times under load (frames and sign-ups as fast as they are answered)`,
  result: `${startMs.length + 1} of ${rounds + 1} starts, slowest ${(Math.max(...startMs) / 1000).toFixed(1)} s; ${lostFrames} of ${promised.frames.length} acknowledged frames and ${lostUsers} of ${promised.emails.length} accounts missing`,
  aim: 'starts every time, none missing',
});
process.exit(lostFrames + lostUsers > 0 ? 1 : 0);
