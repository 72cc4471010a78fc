import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { createPostgresNode, type PostgresNode } from './postgres-node.ts';
import { findCluster } from './program-folders.ts';
import { waitFor } from './wait-for.ts';

/** The superuser of the embedded Postgres, and the role of the server. */
const [ADMIN, SERVER] = ['manoboard', 'manoboard_server'];

/** A file that vanishes while a folder of a running Postgres is copied belongs to a later state: the log repeats it. */
const copyFolder = (from: string, to: string) =>
  promisify(execFile)('cp', ['-a', from, to]).catch((error: Error & { stderr: string }) => {
    if (!error.stderr.split('\n').every((line) => line === '' || /No such file/.test(line))) throw error;
  });

const setSynchronous = (primary: PostgresNode, names: string) =>
  primary.withAdmin(async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${names}'`);
    await client.query('select pg_reload_conf()');
  });

/** Makes a fresh copy a standby of the primary. */
async function follow(primary: PostgresNode, standby: PostgresNode, adminPassword: string): Promise<void> {
  const { folder, name } = standby;
  await rm(join(folder, 'postmaster.pid'), { force: true });
  await writeFile(join(folder, 'standby.signal'), '');
  const conninfo = `host=127.0.0.1 port=${primary.port} user=${ADMIN} password=${adminPassword} application_name=${name}`;
  await appendFile(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
  );
  await standby.start();
  await waitFor(
    () =>
      primary.withAdmin(async (client) => {
        const { rows } = await client.query("select from pg_stat_replication where state = 'streaming'");
        return rows.length;
      }),
    { what: 'a standby that follows' },
  );
  await setSynchronous(primary, '*');
}

/** Copies the folder of a running primary. */
async function backUp(primary: PostgresNode, folder: string): Promise<void> {
  const { uid, gid } = await stat(primary.folder);
  await rm(folder, { recursive: true, force: true });
  await primary.withAdmin(async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    await copyFolder(primary.folder, folder);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    const label = join(folder, 'backup_label');
    await writeFile(label, rows[0]?.labelfile ?? '');
    await chown(label, uid, gid);
  });
  const wal = join(folder, 'pg_wal');
  for (const name of await readdir(wal))
    if (/^[\dA-F]{24}/.test(name)) await rm(join(wal, name), { recursive: true });
}

interface Installation {
  env: { DATA_DIR: string; POSTGRES_HOME: string };
}

/**
 * Two real Postgres, a primary and a standby that follows it synchronously, on the cluster of an installation whose
 * server has stopped.
 */
export async function startPostgresPair(
  { env }: Installation,
  settings: readonly string[] = [],
  { hasStandby = true } = {},
) {
  const origin = await findCluster(env.DATA_DIR, env.POSTGRES_HOME);
  const secret = (name: string) => readFile(join(env.DATA_DIR, 'secrets', name), 'utf8');
  const adminPassword = await secret('postgres-password');
  const password = await secret('postgres-role-password');
  const database = (await readFile(join(env.DATA_DIR, 'database-name.txt'), 'utf8')).trim();
  const createNode = async (name: string, folder: string) =>
    createPostgresNode({
      name,
      folder,
      port: await freePort(),
      postgresHome: env.POSTGRES_HOME,
      admin: { user: ADMIN, password: adminPassword, database },
      settings,
    });
  const a = await createNode('a', origin);
  const b = await createNode('b', `${origin}.standby`);
  const nodes = [a, b] as const;
  let primary = a;
  const other = () => (primary === a ? b : a);

  async function stop(): Promise<void> {
    for (const node of nodes) await node.kill('SIGQUIT');
    if (existsSync(b.folder)) await rm(b.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  try {
    if (hasStandby) await copyFolder(a.folder, b.folder);
    await a.start();
    if (hasStandby) await follow(a, b, adminPassword);
  } catch (error) {
    await stop();
    throw error;
  }

  const urlOf = (...of: PostgresNode[]) =>
    `postgres://${SERVER}:${password}@${of.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`;

  return {
    /** With both hosts, if there is a standby. */
    url: hasStandby ? urlOf(a, b) : urlOf(a),
    connection: () => ({ host: '127.0.0.1', port: primary.port, user: SERVER, password, database }),
    ports: { a: a.port, b: b.port },
    primary: () => primary.name,
    isWhole: () => nodes.every((node) => node.isRunning()),
    killPrimary: () => primary.kill(),
    /** A standby that is gone would block every commit of the primary. */
    killStandby: async () => {
      await setSynchronous(primary, '');
      await other().kill();
    },
    /** What the operator, or Patroni, does after the death of the primary. */
    async promote(): Promise<void> {
      primary = other();
      await primary.withAdmin((client) => client.query('select pg_promote()'));
    },
    /** Connections of the server to the one that was the primary, where that one still runs. */
    countOnFormer: () =>
      other().withAdmin(async (client) => {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int from pg_stat_activity where usename = '${SERVER}'
           and application_name <> 'manoboard finder' and wait_event is distinct from 'SyncRep'`,
        );
        return rows[0]?.count;
      }),
    /** The node that was lost becomes the standby, as a fresh copy. */
    async addStandby(): Promise<void> {
      const standby = other();
      if (standby.isRunning()) return;
      await backUp(primary, standby.folder);
      await follow(primary, standby, adminPassword);
    },
    stop,
  };
}
export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;
