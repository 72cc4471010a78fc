import { createHash } from 'node:crypto';
import { Client, type PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { folderName, keepSecret } from '../data-dir.ts';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';

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

/** The operator's Postgres, or the embedded one. */
export async function openDatabase(config: Config, say: (progress: string) => void): Promise<Database> {
  if (config.DATABASE_URL)
    return { connection: { connectionString: config.DATABASE_URL }, stop: async () => {} };
  const { DATA_DIR: dir, POSTGRES_HOME: home } = config;
  const password = keepSecret(dir, 'postgres-password');
  const { host, port, user, stop } = await startEmbeddedPostgres({
    dir,
    home,
    name: clusterName(dir, password),
    password,
    say,
  });
  const connection = { host, port, user, password };
  await createDatabase(connection, NAME);
  return { connection: { ...connection, database: NAME }, stop };
}
