import { createHash } from 'node:crypto';
import { Client, type PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { folderName, keepSecret } from '../data-dir.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';

export interface Database {
  connection: PoolConfig;
  stop: () => Promise<void>;
}

const NAME = 'manoboard';

/** A cluster belongs to one data folder and one set of secrets: a folder that is made anew gets a new cluster. */
const clusterName = (dir: string, password: string) =>
  `${folderName(dir)}-${createHash('sha256').update(password).digest('hex').slice(0, 8)}`;

async function createDatabase(connection: PoolConfig, name: string) {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database "${name}"`);
  } finally {
    await client.end();
  }
}

const embeddedIn = ({ DATA_DIR: dir, POSTGRES_HOME: home }: Config) => {
  const password = keepSecret(dir, 'postgres-password');
  return { dir, home, name: clusterName(dir, password), password };
};

/** The database of a server that runs on this folder already, or nothing while it is not ready. */
export function findDatabase(config: Config): PoolConfig | undefined {
  const connection = findEmbeddedPostgres(embeddedIn(config));
  return connection && { ...connection, database: NAME };
}

/** The operator's Postgres, or the embedded one. */
export async function openDatabase(config: Config, say: (progress: string) => void): Promise<Database> {
  if (config.DATABASE_URL)
    return { connection: { connectionString: config.DATABASE_URL }, stop: async () => {} };
  const place = embeddedIn(config);
  const { host, port, user, password, stop } = await startEmbeddedPostgres({ ...place, say });
  const connection = { host, port, user, password };
  await createDatabase(connection, NAME);
  return { connection: { ...connection, database: NAME }, stop };
}
