import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { startServerProgram } from './program.ts';

const [DATA, POSTGRES_HOME, CLUSTERS] = ['data', 'postgres-home', 'clusters'];

/** A folder for clusters of its own, with links to the Postgres binaries of another one. */
export async function linkBinaries(from: string, to: string) {
  await mkdir(to);
  for (const name of await readdir(from).catch(() => []))
    if (name !== CLUSTERS) await symlink(join(from, name), join(to, name));
}

/** Copies a stopped installation with the owners of its files; the Postgres binaries are linked. */
async function copyInstallation(template: string, root: string) {
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
  await copy(join(template, DATA), root);
  const [from, to] = [join(template, POSTGRES_HOME), join(root, POSTGRES_HOME)];
  await linkBinaries(from, to);
  if (existsSync(join(from, CLUSTERS))) await copy(join(from, CLUSTERS), to);
}

/** Folders and ports of one server installation; with a template it is a copy of an initialised one. */
export async function createInstallation(template?: string) {
  const root = await mkdtemp(join(tmpdir(), 'manoboard-program-'));
  await chmod(root, 0o755);
  if (template) await copyInstallation(template, root);
  const env = {
    DATA_DIR: join(root, DATA),
    POSTGRES_HOME: join(root, POSTGRES_HOME),
    PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
    // The second factor has tests of its own.
    REQUIRE_2FA: 'none',
  };
  return {
    root,
    env,
    postgres: () => findPostgres(env.DATA_DIR, env.POSTGRES_HOME),
    /** Postgres stopped during initialisation writes for a moment longer. */
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10 }),
  };
}

const clusterOf = async (dataDir: string) =>
  (await readFile(join(dataDir, 'postgres-cluster.txt'), 'utf8')).trim();

/**
 * An installation that was started once and stopped: its copies start without creating a database, which takes most of
 * a first start. Undefined where files cannot be copied with their owners.
 */
export async function createTemplate(settings: Record<string, string> = {}) {
  if (process.platform === 'win32') return undefined;
  const { root, env, remove } = await createInstallation();
  const server = await startServerProgram({ ...env, ...settings });
  await server.stop();
  // Processes are killed, the machine is not: what Postgres wrote is there without a wait for the disk.
  await appendFile(join(await clusterOf(env.DATA_DIR), 'postgresql.conf'), 'fsync = off\n');
  return { root, remove };
}

const [PID, PORT, SOCKET_DIR] = [0, 3, 4];

/** The folder of the embedded Postgres, also that of a copied installation. */
export async function findCluster(dataDir: string, home: string): Promise<string> {
  const clusters = join(home, CLUSTERS);
  const names = (await readdir(clusters).catch(() => [])).filter((name) => !name.includes('.'));
  return names[0] ? join(clusters, names[0]) : join(dataDir, 'postgres');
}

/** The running embedded Postgres: its connection and its process. */
async function findPostgres(dataDir: string, home: string) {
  const cluster = await findCluster(dataDir, home);
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(lines[PID]),
    connection: {
      host: lines[SOCKET_DIR]?.trim() || '127.0.0.1',
      port: Number(lines[PORT]),
      user: 'manoboard',
      password: await readFile(join(dataDir, 'secrets', 'postgres-password'), 'utf8'),
      // The one of the program that runs: a demo has its own.
      database: (await readFile(join(dataDir, 'database-name.txt'), 'utf8')).trim(),
    },
  };
}
