import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { Config } from '../config.ts';
import { keepSecret } from '../data-dir.ts';
import type { Undo } from '../undo.ts';
import type { Connection } from './db.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';

const NAME = 'manoboard';

async function createDatabase(connection: Connection, name: string) {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  } finally {
    await client.end();
  }
}

/** The cluster belongs to the secrets of the data folder, wherever that is moved. */
const embeddedIn = ({ DATA_DIR: dir, POSTGRES_HOME: home }: Config) => {
  const password = keepSecret(dir, 'postgres-password');
  return { dir, home, name: createHash('sha256').update(password).digest('hex').slice(0, 16), password };
};

/** The database of a server that runs on this folder already, or nothing while it is not ready. */
export function findDatabase(config: Config): Connection | undefined {
  const connection = findEmbeddedPostgres(embeddedIn(config));
  return connection && { ...connection, database: NAME };
}

/** The operator's Postgres, or the embedded one. */
export async function openDatabase(
  config: Config,
  undo: Undo,
  say: (progress: string) => void,
): Promise<Connection> {
  if (config.DATABASE_URL) return { connectionString: config.DATABASE_URL };
  const place = embeddedIn(config);
  const { password } = place;
  const { host, port, user } = await startEmbeddedPostgres({ ...place, undo, say });
  const connection = { host, port, user, password };
  await createDatabase(connection, NAME);
  return { ...connection, database: NAME };
}
