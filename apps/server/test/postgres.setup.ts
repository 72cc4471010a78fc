import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createTemplate, linkBinaries } from '@manoboard/testkit/program-folders';
import { runMigrations } from 'graphile-worker';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { createUndo } from '../src/base/undo.ts';
import { openDb } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { startEmbeddedPostgres } from '../src/db/postgres/embedded-postgres.ts';
import { prepareServerRole, SERVER_ROLE } from '../src/db/postgres/server-role.ts';

export interface TestPostgres {
  host: string;
  port: number;
  user: string;
  password: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
    /** A stopped installation of the program, to copy. */
    template: string | undefined;
  }
}

/** Tests have the rights of the server, and those to create databases and to skip the triggers of the audit log. */
async function createRole(admin: Client, password: string) {
  await admin.connect();
  await prepareServerRole(admin, password);
  await admin.query(`alter role ${SERVER_ROLE} createdb`);
  await admin.query(`grant set on parameter session_replication_role to ${SERVER_ROLE}`);
  await admin.query(`alter database template1 owner to ${SERVER_ROLE}`);
  await admin.end();
}

/** One real Postgres for the run, with a migrated template from which each file creates its database. */
export async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), 'manoboard-test-'));
  // `npm test` has its temporary files in memory, if there is enough: the database too.
  await chmod(dir, 0o755);
  const home = join(dir, 'home');
  await linkBinaries(process.env.POSTGRES_HOME ?? '/var/lib/manoboard', home);
  const undo = createUndo();
  const password = 'only-for-tests';
  const options = {
    dir,
    home,
    name: basename(dir),
    password,
    undo,
    // A proxy of a test stands between the server and Postgres.
    isOverTcp: true,
    settings: [
      'max_connections=300',
      // Nothing survives the run: a database from the template takes half the time.
      ...['fsync=off', 'full_page_writes=off', 'wal_compression=off'],
      // The log is in memory too.
      'max_wal_size=256MB',
      // A worker of autovacuum cannot be ended by the role of the tests: `drop database … with (force)` would fail.
      'autovacuum=off',
      // Tables of tests are small: a parallel plan would start two processes for each digest of the database.
      'max_parallel_workers_per_gather=0',
    ],
  };
  // On the other core: this Postgres and that of the template start together.
  const creation = createTemplate();
  const { host, port, user: adminName } = await startEmbeddedPostgres(options);
  const user = SERVER_ROLE;
  const connection = { host, port, user, password };
  await createRole(new Client({ ...connection, user: adminName, database: 'postgres' }), password);
  const db = openDb({ ...connection, database: 'template1' }, pino({ level: 'silent' }));
  await migrate(db);
  // Otherwise each server of a test installs it in the background.
  const target = `${user}:${password}@${host}:${port}/template1`;
  await runMigrations({ connectionString: `postgres://${target}` });
  await db.destroy();
  project.provide('postgres', connection);
  const template = await creation;
  project.provide('template', template?.root);
  return async () => {
    await template?.remove();
    await undo.run();
    await rm(dir, { recursive: true, force: true });
  };
}
