import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { freePort } from '@manoboard/testkit/free-port';
import { startProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { startServer } from '../src/app.ts';
import { readConfig } from '../src/base/config.ts';
import { explainStart } from '../src/base/start-errors.ts';
import { createBackup } from '../src/db/backup/dump.ts';
import { loadBackup } from '../src/db/backup/load.ts';
import { PACKAGE_DIR } from '../src/package-dir.ts';
import { createBrowser } from './browser.ts';
import { createTestDatabase } from './database.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Databases of kept versions, with what their simulated boards sent (`tools/release/write-database-fixture.mjs`). */
const FOLDER = new URL('./fixtures/databases/', import.meta.url);
const VERSIONS = readdirSync(FOLDER).sort();
const KEPT = [
  'app_user',
  'user_role',
  'device',
  'user_device',
  'frame',
  'alert',
  'audit',
  'board_event',
  'last_data',
];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
let dataDir: string;
async function useEmptyDatabase() {
  database = await createTestDatabase('template0');
  client = new Client(database.connection);
  await client.connect();
}

beforeEach(async () => {
  await useEmptyDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'manoboard-upgrade-'));
});
afterEach(async () => {
  await client.end();
  await database.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** In a connection of its own: a dump changes the search path. */
async function load(version: string) {
  const loader = new Client(database.connection);
  await loader.connect();
  await loader.query(gunzipSync(readFileSync(new URL(version, FOLDER))).toString());
  await loader.end();
}

async function counts() {
  const found: Record<string, number> = {};
  for (const table of KEPT)
    found[table] = (await client.query(`select count(*)::int as count from ${table}`)).rows[0].count;
  return found;
}

async function migrations(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  return rows.map(({ name }) => name);
}

const start = async () =>
  startServer({
    config: readConfig({
      DATA_DIR: dataDir,
      REQUIRE_2FA: 'none',
      PORT: String(await freePort()),
      MQTT_PORT: String(await freePort()),
    }),
    connection: database.connection,
    log: pino({ level: 'silent' }),
    isScheduled: false,
    readerFile: join(PACKAGE_DIR, 'dist', 'reader-thread.mjs'),
  });

it.each(VERSIONS)('the database of %s is migrated without a lost row, and served', async (version) => {
  await load(version);
  const before = await counts();
  const server = await start();
  expect(await counts()).toEqual(before);
  expect(before.frame).toBeGreaterThan(100);
  expect(await migrations()).toEqual(['0001-schema']);
  const browser = createBrowser(server.url);
  expect((await browser.login('super@example.com', 'Demo1234')).status).toBe(204);
  expect((await browser.get('/users/me')).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop();
});

it.each(VERSIONS)(
  'the database of %s is backed up before its upgrade, restored and served',
  async (version) => {
    await load(version);
    const before = await counts();
    const file = join(dataDir, 'before.tar.gz');
    const { manifest } = await createBackup({
      connection: database.connection,
      dataDir,
      file,
      atMs: Date.now(),
    });
    expect(manifest.kind).toBe('real');
    await client.end();
    await database.remove();
    await useEmptyDatabase();
    const { connection } = database;
    await loadBackup({ connection, dataDir, file, manifest, onProgress: () => {} });
    const server = await start();
    expect(await counts()).toEqual(before);
    expect(await migrations()).toEqual(['0001-schema']);
    const browser = createBrowser(server.url);
    expect((await browser.login('super@example.com', 'Demo1234')).status).toBe(204);
    await server.stop();
  },
);

it('a server that is killed in the middle of an upgrade leaves the earlier database, the next start completes it, and an earlier version refuses it then', async () => {
  await load(VERSIONS[0] ?? '');
  const before = await migrations();
  const { user, password, host, port, database: name } = database.connection;
  // The names of the migrations are held, so that the upgrade waits.
  await client.query('begin; lock table kysely_migration in share mode');
  const killed = startProgram('apps/server/dist/main.mjs', [], {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${name}`,
    PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
  });
  const waiting = `select from pg_stat_activity
    where datname = current_database() and application_name = 'manoboard migration' and wait_event_type = 'Lock'`;
  const watcher = new Client(database.connection);
  await watcher.connect();
  await waitFor(async () => (await watcher.query(waiting)).rowCount === 1, {
    what: 'a migration that waits',
  });
  await killed.stop('SIGKILL');
  await client.query('rollback');
  await watcher.end();
  expect(await migrations()).toEqual(before);
  const server = await start();
  expect(await migrations()).toEqual(['0001-schema']);
  await server.stop();

  await client.query(`insert into kysely_migration values ('9999-later', now()::text)`);
  const refusal = await start().catch((error: unknown) => explainStart(error, '1.0.0'));
  expect(refusal).toEqual([expect.stringMatching(/^This database was used by a newer version of MaNoBoard/)]);
});

it('a cluster of another major version of Postgres is refused, with the way to keep its data', async () => {
  const installation = await createInstallation(inject('template'));
  const { DATA_DIR, POSTGRES_HOME } = installation.env;
  const clusters = join(POSTGRES_HOME, 'clusters');
  const [name] = existsSync(clusters) ? readdirSync(clusters).filter((each) => !each.includes('.')) : [];
  const cluster = name ? join(clusters, name) : join(DATA_DIR, 'postgres');
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  const refused = startProgram('apps/server/dist/main.mjs', [], installation.env);
  expect(await refused.exitCode()).toBe(1);
  expect(refused.errors()).toMatch(
    /^The database in \S+ was made by Postgres 17, and this version of MaNoBoard has Postgres \d+\. .* write a backup with it/,
  );
  await installation.remove();
});
