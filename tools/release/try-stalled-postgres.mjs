import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createUndo } from '../../apps/server/src/base/undo.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/postgres/embedded-postgres.ts';
import { PrimaryClient } from '../../apps/server/src/db/primary-client.ts';
import { startDatabaseProxy } from '../../apps/server/test/database-proxy.ts';
import { startServerProgram } from '../../packages/testkit/src/program.ts';
import { createInstallation } from '../../packages/testkit/src/program-folders.ts';
import { expect, until } from './trial.mjs';

/**
 * A Postgres that accepts and stalls, again and again, for 0.5 to 25 s, with one host in DATABASE_URL and with two:
 *   node tools/release/try-stalled-postgres.mjs
 * Each server lives on and is ready again, without a restart; `primary-client.test.ts` stalls at each step of a connection. It takes two
 * minutes, and needs `npm run build`.
 */
const STALLS_S = [3.5, 3.5, 0.5, 1, 1.5, 2, 2.5, 3.5, 1.1, 5, 3.5, 10, 3.5, 25];
/** Too short for the pools to come back in order. */
const PAUSE_S = 0.5;

const dir = mkdtempSync(join(tmpdir(), 'manoboard-stalls-'));
chmodSync(dir, 0o755);
const undo = createUndo();
undo.add(() => rmSync(dir, { recursive: true, force: true }));

async function tryStalls(name, postgres, restOfHosts) {
  const admin = new PrimaryClient({ ...postgres, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const proxy = await startDatabaseProxy(postgres);
  undo.add(proxy.close);
  const installation = await createInstallation();
  undo.add(installation.remove);
  const { user, password } = postgres;
  const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1:${proxy.port}${restOfHosts}/${name}`;
  const server = await startServerProgram({ ...installation.env, DATABASE_URL });
  undo.add(() => server.stop());
  let ended = '';
  void server.ended().then((code) => {
    ended = `It ended with ${code}.\n${server.lastWords()}`;
  });
  for (const seconds of STALLS_S) {
    proxy.freeze();
    await wait(seconds * 1000);
    proxy.thaw();
    await wait(PAUSE_S * 1000);
    expect(ended === '', `${name}: it lives after a stall of ${seconds} s.`, ended);
  }
  const isReady = async () => (await fetch(`${server.ready.url}/readyz`)).status === 200;
  await until(isReady, `a server that is ready again (${name})`, 60);
  expect(true, `${name}: it is ready again.`);
}

try {
  const password = 'only-for-this-trial';
  const options = { dir, home: join(dir, 'home'), name: basename(dir), password, undo, isOverTcp: true };
  const { host, port, user } = await startEmbeddedPostgres(options);
  const postgres = { host, port, user, password };
  await Promise.all([tryStalls('one_host', postgres, ''), tryStalls('two_hosts', postgres, ',127.0.0.1:1')]);
} finally {
  await undo.run();
}
