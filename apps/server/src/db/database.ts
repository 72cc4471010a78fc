import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { Config } from '../config.ts';
import { keepSecret } from '../data-dir.ts';
import type { Undo } from '../undo.ts';
import type { Connection } from './db.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';

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

/** The operator's Postgres, or the embedded one, whose cluster belongs to the secrets of the data folder. */
export async function openDatabase(
  config: Config,
  undo: Undo,
  say: (progress: string) => void,
): Promise<Connection> {
  if (config.DATABASE_URL) return { connectionString: config.DATABASE_URL };
  const { DATA_DIR: dir, POSTGRES_HOME: home } = config;
  const password = keepSecret(dir, 'postgres-password');
  const name = createHash('sha256').update(password).digest('hex').slice(0, 16);
  const { host, port, user } = await startEmbeddedPostgres({ dir, home, name, password, undo, say });
  const connection = { host, port, user, password };
  await createDatabase(connection, NAME);
  return { ...connection, database: NAME };
}
