import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import { loadOrCreateSecret } from '../base/data-dir.ts';
import { readDatabaseUrl } from '../base/database-url.ts';
import type { Undo } from '../base/undo.ts';
import type { Connection } from './db.ts';
import { clusterOf, findEmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
import { openAsServerRole, SERVER_ROLE } from './postgres/server-role.ts';

/** The demo and the real server never share rows: each has a database of its own in the embedded cluster. */
const databaseName = ({ DEMO }: Config) => (DEMO ? 'manoboard_demo' : 'manoboard');

/** Names the database that is in use, for the tools that run beside the server. */
const nameFile = ({ DATA_DIR }: Config) => join(DATA_DIR, 'database-name.txt');

/** The cluster name comes from a secret of the data folder, so that a moved folder finds its cluster. */
const embeddedIn = ({ DATA_DIR: dir, POSTGRES_HOME: home }: Config) => {
  const password = loadOrCreateSecret(dir, 'postgres-password');
  return { dir, home, name: createHash('sha256').update(password).digest('hex').slice(0, 16), password };
};

/** Password of the server's role; `postgres-password` is that of the superuser. */
const rolePassword = ({ DATA_DIR }: Config) => loadOrCreateSecret(DATA_DIR, 'postgres-role-password');

/** False before the first start: nothing is made by asking. */
export const hasEmbeddedSecret = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): boolean =>
  existsSync(join(DATA_DIR, 'secrets', 'postgres-password'));

/** The folder of the embedded cluster, whether it exists or not. */
export const embeddedCluster = (config: Config): string | undefined =>
  config.DATABASE_URL ? undefined : clusterOf(embeddedIn(config));

/** The database of a running server, regardless of DEMO in this process; nothing while the server is not ready. */
export function findDatabase(config: Config): Connection | undefined {
  const connection = findEmbeddedPostgres(embeddedIn(config));
  const file = nameFile(config);
  if (!connection || !existsSync(file)) return undefined;
  const database = readFileSync(file, 'utf8').trim();
  return { ...connection, database, user: SERVER_ROLE, password: rolePassword(config) };
}

const GB = 2 ** 30;
/** Cache of Postgres by the memory of the machine. 64 MB keep 50 boards with server and Postgres below 300 MB. */
const BUFFERS: readonly { upToBytes: number; mb: number }[] = [
  { upToBytes: 1.5 * GB, mb: 48 },
  { upToBytes: 30 * GB, mb: 64 },
  { upToBytes: Number.POSITIVE_INFINITY, mb: 128 },
];

/** Memory of the machine, or of the container. Postgres keeps what it has once used of its cache. */
export const buffersMb = (
  { POSTGRES_BUFFERS_MB }: Pick<Config, 'POSTGRES_BUFFERS_MB'>,
  memoryBytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
): number => POSTGRES_BUFFERS_MB ?? BUFFERS.find(({ upToBytes }) => memoryBytes <= upToBytes)?.mb ?? 64;

/** The operator's Postgres, or the embedded one. */
export async function openDatabase(
  config: Config,
  undo: Undo,
  onProgress: (progress: string) => void,
): Promise<Connection> {
  if (config.DATABASE_URL) return readDatabaseUrl(config.DATABASE_URL);
  const place = embeddedIn(config);
  const { password } = place;
  const database = databaseName(config);
  // Before Postgres is up: a tool that can connect reads the right name.
  writeFileSync(nameFile(config), `${database}\n`);
  const { host, port, user } = await startEmbeddedPostgres({
    ...place,
    undo,
    onProgress,
    settings: [`shared_buffers=${buffersMb(config)}MB`],
  });
  const role = { database, password: rolePassword(config) };
  return openAsServerRole({ host, port, user, password }, role, onProgress);
}
