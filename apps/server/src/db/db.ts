import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from '../log.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
/** How to reach the database. */
export type Connection = PoolConfig;

/** Fails fast: a person who waits for an answer gets one, and a board keeps its frame. */
const LIMITS: PoolConfig = {
  max: 12,
  connectionTimeoutMillis: 5000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
};

export function openDb(connection: Connection, log: Logger): Db {
  const pool = new Pool({ ...LIMITS, ...connection });
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', (error) => {
    // `end()` resolves before the last sockets close: what Postgres says to them on its way down is no news.
    if (!pool.ending) log.warn({ reason: error.message }, 'a database connection was lost');
  });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
