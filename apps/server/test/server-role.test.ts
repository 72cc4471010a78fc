import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { aRegistration } from '@manoboard/testkit/factories';
import { startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createBrowser } from './browser.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('the role of the server is no superuser: its SQL reads and writes no file and starts no program', async () => {
  const { rows } =
    await sql`select rolsuper, rolcreaterole from pg_roles where rolname = current_user`.execute(world.db);
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false }]);
  for (const statement of [
    sql`select lo_export(lo_from_bytea(0, 'x'), '/tmp/manoboard-proof')`,
    sql`select pg_read_file('postgresql.conf')`,
    sql`copy (select 1) to program 'true'`,
  ])
    await expect(statement.execute(world.db)).rejects.toThrow(/permission denied/);
});

it('an installation whose tables belong to the superuser is handed over to the role at its next start', async () => {
  const installation = await createInstallation(inject('template'));
  const older = await startServerProgram(installation.env);
  const { connection } = await installation.postgres();
  const admin = new Client(connection);
  await admin.connect();
  // A socket in the folder of the cluster, which only its user can enter, and no port.
  const { rows: listening } = await admin.query(
    `select current_setting('listen_addresses') as tcp, current_setting('ssl') as ssl, inet_server_addr() as address`,
  );
  expect(listening).toEqual([{ tcp: '', ssl: 'off', address: null }]);
  expect((await stat(connection.host)).mode & 0o077).toBe(0);
  const { database } = connection;
  // Ownership as in an older version. The server keeps running with its open connections, and its transactions may deadlock
  // with a statement that locks all tables.
  await waitFor(() => admin.query(`reassign owned by manoboard_server to manoboard`), {
    what: 'the change of owner',
  });
  await admin.query(`alter database ${database} owner to manoboard`);
  const foreign = () =>
    admin.query(`select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p', 'v', 'S')
        and relowner <> 'manoboard_server'::regrole`);
  expect((await foreign()).rows.length).toBeGreaterThan(50);
  await admin.end();
  await older.stop();
  await rm(join(installation.env.DATA_DIR, 'secrets', 'postgres-role-password'));

  const newer = await startServerProgram(installation.env);
  expect(newer.progress.some((line) => /^database: \d+ objects now belong to a role/.test(line))).toBe(true);
  const { connection: now } = await installation.postgres();
  const again = new Client(now);
  await again.connect();
  const left =
    await again.query(`select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p', 'v', 'S')
      and relowner <> 'manoboard_server'::regrole`);
  expect(left.rows).toEqual([]);
  const visitor = createBrowser(newer.ready.url);
  expect((await visitor.post('/auth/register', aRegistration({ email: 'after@example.com' }))).status).toBe(
    201,
  );
  // The job queue works for the role.
  await waitFor(async () => {
    const { rows } = await again.query(`select from pg_stat_activity
      where usename = 'manoboard_server' and application_name = 'manoboard jobs'`);
    return rows.length > 0;
  });
  await again.end();
  await newer.stop();
  await installation.remove();
}, 60_000);
