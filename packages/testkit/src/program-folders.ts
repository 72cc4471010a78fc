import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Folders and ports of one installation of the server, for itself alone. */
export async function createInstallation() {
  const root = await mkdtemp(join(tmpdir(), 'manoboard-program-'));
  await chmod(root, 0o755);
  const env = {
    DATA_DIR: join(root, 'data'),
    POSTGRES_HOME: join(root, 'postgres-home'),
    PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
  };
  return {
    env,
    postgres: () => findPostgres(env.DATA_DIR, env.POSTGRES_HOME),
    /** A database that is stopped while it is being made writes on for a moment. */
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10 }),
  };
}

const [PID, , , PORT] = [0, 1, 2, 3];

/** The embedded Postgres that runs now: how to reach it, and its process. */
async function findPostgres(dataDir: string, home: string) {
  const clusters = join(home, 'clusters');
  const names = await readdir(clusters).catch(() => []);
  const cluster = names[0] ? join(clusters, names[0]) : join(dataDir, 'postgres');
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(lines[PID]),
    connection: {
      host: '127.0.0.1',
      port: Number(lines[PORT]),
      user: 'manoboard',
      password: await readFile(join(dataDir, 'secrets', 'postgres-password'), 'utf8'),
      database: 'manoboard',
    },
  };
}
