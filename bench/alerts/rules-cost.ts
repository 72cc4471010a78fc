import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServerReady, startProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { Client } from 'pg';
import { readNumbers } from '../lib/options.ts';
import { childrenCpuMs, cpuMs } from '../lib/processes.ts';
import { connectRawBoards, publishAtRate } from '../lib/raw-boards.ts';
import { seedFleet } from '../lib/raw-fleet.ts';
import { report } from '../lib/report.ts';
import { type CpuProfile, createModuleFinder, sumProfile } from './cpu-profile.ts';

/** The share of the alert rules in the processor time of ingest, by a profile of the server under the load of a fleet. */
const { boards, rate, seconds } = readNumbers({ boards: 10_000, rate: 1667, seconds: 60 });
const AIM_PERCENT = 10;
/** Each board has sent frames, and their rules are loaded. */
const WARM_UP_S = 20;
const SETTLE_MS = 5000;
const SERVER = 'apps/server/dist';
const IS_RULE = /wings\/alerts\/rules\/|domain\/src\/alerts\/rules\//;

/** Microseconds of the clock that profiles use. */
const nowUs = () => Number(process.hrtime.bigint() / 1000n);

/** Processor time of Postgres for storing each state once a minute, as a share of one core. */
async function storingCores(db: Client): Promise<number> {
  const { rows: own } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = own[0]?.pid ?? 0;
  const { rows } = await db.query<{ device_id: number; version: number; state: object }>(
    'select device_id, version, state from alert_rule_state',
  );
  const slices = Array.from({ length: 60 }, (_, n) =>
    JSON.stringify(
      rows.filter((_row, at) => at % 60 === n).map((row) => ({ ...row, version: row.version + 1 })),
    ),
  );
  const begunMs = cpuMs(pid);
  // The statement of `saveStates` in rule-state.repo.ts.
  for (const slice of slices)
    await db.query(
      `insert into alert_rule_state (device_id, version, state, at)
       select r.device_id, r.version, r.state, now()
       from jsonb_to_recordset($1::jsonb) as r (device_id int, version int, state jsonb)
       join device on device.id = r.device_id
       on conflict (device_id) do update set version = excluded.version, state = excluded.state, at = excluded.at
       where alert_rule_state.version = excluded.version - 1`,
      [slice],
    );
  return (cpuMs(pid) - begunMs) / 60_000;
}

const profiles = mkdtempSync(join(tmpdir(), 'manoboard-profile-'));
const installation = await createInstallation();
const server = startProgram(`${SERVER}/main.mjs`, [], { LOG_LEVEL: 'warn', ...installation.env }, [
  '--max-semi-space-size=8',
  '--cpu-prof',
  `--cpu-prof-dir=${profiles}`,
]);
const { mqttUrl } = await server.message<ServerReady>('ready');
const { connection, pid: postgresPid } = await installation.postgres();
const db = new Client(connection);
await db.connect();
const pid = server.child.pid ?? 0;
const connected = await connectRawBoards(mqttUrl, await seedFleet(db, boards, 100));
await publishAtRate(connected, rate, WARM_UP_S);

const before = { us: nowUs(), node: cpuMs(pid), postgres: childrenCpuMs(postgresPid) };
await publishAtRate(connected, rate, seconds);
const after = { us: nowUs(), node: cpuMs(pid), postgres: childrenCpuMs(postgresPid) };
await pause(SETTLE_MS);
for (const { socket } of connected) socket.destroy();
const storing = await storingCores(db);
const { rows: raised } = await db.query('select 1 from alert limit 1');
if (raised.length > 0) throw new Error('the frames of this bench must raise no alert');
await db.end();
await server.stop();
await installation.remove();

const [file = ''] = readdirSync(profiles);
const profile: CpuProfile = JSON.parse(readFileSync(join(profiles, file), 'utf8'));
rmSync(profiles, { recursive: true });
const moduleOf = createModuleFinder(SERVER);
const { busyUs, matchedUs, tops } = sumProfile(profile, before.us, after.us, (frame) =>
  IS_RULE.test(moduleOf(frame)),
);

const cores = (ms: number) => ms / 1000 / seconds;
const nodeCores = cores(after.node - before.node);
const postgresCores = cores(after.postgres - before.postgres);
const ruleCores = (matchedUs / busyUs) * nodeCores;
const percent = (100 * (ruleCores + storing)) / (nodeCores + postgresCores);
console.table(tops.slice(0, 15));
report({
  name: 'rules',
  what: `alert rules of ${boards} boards at ${rate} frames/s for ${seconds} s: their share of the processor time of server and Postgres, by a profile of the server and by storing all states once a minute`,
  result: `${percent.toFixed(1)} % (${ruleCores.toFixed(3)} of ${nodeCores.toFixed(2)} cores of Node, ${storing.toFixed(3)} of ${postgresCores.toFixed(2)} cores of Postgres); ${((1e6 * ruleCores) / rate).toFixed(0)} µs a frame`,
  aim: `< ${AIM_PERCENT} %`,
});
process.exit(percent < AIM_PERCENT ? 0 : 1);
