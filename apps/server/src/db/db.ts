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
  const warn = (error: Error) => {
    // `end()` resolves before the last sockets close: errors of a closing pool are expected.
    if (!pool.ending) log.warn({ reason: error.message }, 'a database connection was lost');
  };
  // The pool listens to idle clients only. An `error` event of a client in use has no listener and would end the process.
  pool.on('connect', (client) => client.on('error', warn));
  // The pool repeats the error of an idle client; the client's own listener has logged it.
  pool.on('error', () => {});
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** SQLSTATE: connection exceptions, shutdown or crash, not ready yet, too many clients, read-only standby. */
const AWAY_STATES = /^(08...|57P0[1-5]|53300|25006)$/;
/** Errors of sockets and of the driver, which have no SQLSTATE. */
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH'];
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** True for errors that say nothing about the query: the database was not reachable, or went away during it. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string')
    return AWAY_STATES.test(code) || (AWAY_CODES.includes(code) && 'syscall' in error);
  return AWAY_MESSAGES.test(error.message);
}
