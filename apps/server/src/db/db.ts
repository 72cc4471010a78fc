import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { DatabaseHost } from '../base/database-url.ts';
import type { Logger } from '../base/log.ts';
import { lowerPriority } from '../base/priority.ts';
import { watchDatabase } from './database-watch.ts';
import { GuardedClient } from './guarded-client.ts';
import { closeNow, READ_ONLY } from './primary-client.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
/** How to reach the database. */
export type Connection = PoolConfig & { hosts?: readonly DatabaseHost[] };
/** A bare pool, for a library that brings its own SQL. */
export type ConnectionPool = Pool;

interface Limits {
  max: number;
  /** How long a caller waits for a free connection. */
  waitMs: number;
  /** How long one statement may run. */
  statementMs: number;
  /** Connections that stay open when nothing uses them. */
  min?: number;
  /** Its processes of the embedded Postgres leave the processor to those of commands and frames. */
  isPatient?: boolean;
}

/**
 * One pool for each purpose: work of one kind cannot take the connections of another. With those of the watch, the job
 * queue and the lock (`server-lock.ts`) they are 35 of the 72 connections of the embedded Postgres (`max_connections`);
 * reader threads have up to 12 more.
 */
const POOLS = {
  /** Session and right of a request: lookups by key. Every request passes here first, a stop too. */
  access: { max: 4, min: 1, waitMs: 1500, statementMs: 3000 },
  /** Commands: admission, acknowledgements, outcomes. Nothing else, so that a stop never waits behind a list. */
  commands: { max: 5, min: 1, waitMs: 1500, statementMs: 3000 },
  /** Logins and everyday requests. */
  db: { max: 6, waitMs: 2000, statementMs: 15_000 },
  /** Reads the outbox: one event drain at a time, and counts and ends of tasks. */
  outbox: { max: 1, min: 1, waitMs: 2000, statementMs: 5000 },
  /** Messages of boards: credentials, info, events, configuration. A storm of reconnects waits in this queue. */
  boards: { max: 4, waitMs: 20_000, statementMs: 10_000 },
  /** With several servers: their rows, by which the others see that this one lives. */
  heartbeat: { max: 1, waitMs: 1500, statementMs: 3000 },
  /** Telemetry: two batches at a time (`frame-writer.ts`), and the last values. */
  frames: { max: 3, waitMs: 5000, statementMs: 30_000 },
  /** Rehearsals and pressures of the fleet. A query that is slow in spite of its bounds is cancelled. */
  history: { max: 2, waitMs: 5000, statementMs: 5000, isPatient: true },
  /** Exports, long lists, verification, rollups. */
  reports: { max: 4, waitMs: 10_000, statementMs: 60_000, isPatient: true },
} as const satisfies Record<string, Limits>;

/** A reader thread reads two graphs at once. A query that is slow in spite of its bounds is cancelled. */
const READER: Limits = { max: 3, waitMs: 10_000, statementMs: 5000, isPatient: true };
/** For tools and tests. */
const ALONE: Limits = { max: 12, waitMs: 5000, statementMs: 30_000 };
/** Probes the database. Two failed probes detect a silent one within 4 s. */
const WATCH: Limits = { max: 1, min: 1, waitMs: 1500, statementMs: 1000 };
/** The job queue: two connections listen for new jobs and tasks, the other takes and ends them. */
const JOBS: Limits = { max: 3, waitMs: 5000, statementMs: 10_000 };
/** A migration may rewrite a large table. */
const UNLIMITED: Limits = { max: 2, waitMs: 5000, statementMs: 0 };

/** Postgres cancels a statement first; if it does not within this time, the client gives up. */
const ANSWER_MS = 1000;

const always = () => true;

/** While `isUp` is false, callers are refused at once instead of waiting for a connection. */
function openPool(
  connection: Connection,
  log: Pick<Logger, 'warn'>,
  name: string,
  limits: Limits,
  isUp = always,
) {
  const { max, min = 0, waitMs, statementMs, isPatient = false } = limits;
  const pool = new Pool({
    max,
    min,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementMs,
    ...(statementMs > 0 && { query_timeout: statementMs + ANSWER_MS }),
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: `manoboard ${name}`,
    ...connection,
    Client: GuardedClient,
  });
  const warn = (error: Error) => {
    // `end()` resolves before the last sockets close: errors of a closing pool are expected.
    if (!pool.ending) log.warn({ reason: error.message, pool: name }, 'a database connection was lost');
  };
  const open = new Set<PoolClient>();
  const inUse = new Set<PoolClient>();
  // The pool listens to idle clients only. An `error` event of a client in use has no listener and would end the process.
  pool.on('connect', (client) => client.on('error', warn));
  // The operator's own Postgres, which has a connection string, may run on another machine.
  if (isPatient && connection.connectionString === undefined)
    pool.on('connect', (client) => lowerPriority((client as PoolClient & { processID: number }).processID));
  // The pool repeats the error of an idle client; the client's own listener has logged it.
  pool.on('error', () => {});
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const connect = async () => {
    if (!isUp()) throw new Error('Connection terminated: the database does not answer');
    return pool.connect();
  };
  const end = () => pool.end();
  return {
    pool,
    db: new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { connect, end, options: pool.options } }),
    }),
    usage: () => ({ pool: name, inUse: inUse.size, waiting: pool.waitingCount }),
    /**
     * Closes all connections to a database that is away: callers with a running statement would wait, and after a
     * failover idle connections would lead to the former primary.
     */
    closeAll: () => {
      for (const client of open)
        if (inUse.has(client)) void (client as unknown as Client).end().catch(() => {});
        else closeNow(client as unknown as Client);
    },
  };
}

/** One pool, for a short program or a test. */
export const openDb = (connection: Connection, log: Logger): Db =>
  openPool(connection, log, 'tool', ALONE).db;

/** Without a limit on statements. */
export const openForMigration = (connection: Connection, log: Logger): Db =>
  openPool(connection, log, 'migration', UNLIMITED).db;

/** In a reader thread: it cannot write. */
export const openReader = (connection: Connection, log: Pick<Logger, 'warn'>): Db =>
  openPool({ options: '-c default_transaction_read_only=on', ...connection }, log, 'reader', READER).db;

type PoolName = keyof typeof POOLS;

/** Too many clients, or a cancelled statement: the database answers. */
const REFUSALS: readonly unknown[] = ['53300', '57014'];

function failUnlessAnswered(error: Error & { code?: unknown }) {
  if (isDatabaseAway(error) && !REFUSALS.includes(error.code)) throw error;
}

/** A standby answers and cannot store anything. */
async function probePrimary(db: Db): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly"`.execute(db);
  if (rows[0]?.isReadOnly) throw Object.assign(new Error('the database is a standby'), { code: READ_ONLY });
}

/** The pools of a server, and a watch that reports when the database goes down and comes back. */
export function openDatabases(
  connection: Connection,
  log: Logger,
  onChange: (isUp: boolean) => void = () => {},
) {
  const names = Object.keys(POOLS) as PoolName[];
  const isUp = () => watch.isUp();
  const pools = names.map((name) => ({ name, ...openPool(connection, log, name, POOLS[name], isUp) }));
  const { db: own } = openPool(connection, log, 'watch', WATCH);
  const jobs = openPool(connection, log, 'jobs', JOBS);
  const watch = watchDatabase({
    probe: () => probePrimary(own).catch(failUnlessAnswered),
    longestMs: WATCH.statementMs + ANSWER_MS,
    onChange: (isAnswering) => {
      log.warn({ isAnswering }, 'the database went away or came back');
      if (!isAnswering) for (const { closeAll } of [...pools, jobs]) closeAll();
      onChange(isAnswering);
    },
  });
  return {
    isUp,
    ...(Object.fromEntries(pools.map(({ name, db }) => [name, db])) as Record<PoolName, Db>),
    jobs: jobs.pool,
    /** For metrics. */
    usage: () => [...pools, jobs].map(({ usage }) => usage()),
    close: async () => {
      await watch.stop();
      await Promise.all([jobs.pool.end(), ...[own, ...pools.map(({ db }) => db)].map((db) => db.destroy())]);
    },
  };
}
/** Servers of one installation have the same one, whatever way they have to it. */
export function databaseNameOf({ database, connectionString }: Connection): string {
  const name = database ?? connectionString?.replace(/[?#].*$/, '').replace(/^.*\//, '');
  return (name ?? '').replaceAll(/[^\w-]/g, '_') || 'manoboard';
}

export type Databases = ReturnType<typeof openDatabases>;

/**
 * SQLSTATE: connection exceptions, shutdown or crash, not ready yet, too many clients, read-only standby, disk full,
 * I/O error, and a statement that took too long.
 */
const AWAY_STATES = /^(08...|57P0[1-5]|57014|53[13]00|58030|25006)$/;
/** Errors of sockets and of the driver, which have no SQLSTATE. */
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH'];
const AWAY_MESSAGES =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|timeout expired|Query read timeout|Postgres connection has been discarded)/;

/** True for errors that are not caused by the query: the database was unreachable, too slow, or went away. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string')
    return AWAY_STATES.test(code) || (AWAY_CODES.includes(code) && 'syscall' in error);
  return AWAY_MESSAGES.test(error.message);
}

/** Requests within this time share one answer: frequent monitoring causes no load. */
const FRESH_MS = 1000;

/** A database that takes longer to commit one small row is not ready. */
const COMMIT_MS = 2000;

/**
 * Commits one small row: a database that reads but cannot write is not ready. One at a time: several that wait would take
 * the connections of requests.
 */
export function createWriteProbe(db: Db) {
  let last: { atMs: number; answer: Promise<boolean>; isRunning: boolean } | undefined;

  async function write(): Promise<boolean> {
    await sql`insert into write_probe (id, at) values (1, now()) on conflict (id) do update set at = excluded.at`.execute(
      db,
    );
    return true;
  }

  return (): Promise<boolean> => {
    const nowMs = performance.now();
    if (last && (last.isRunning || nowMs - last.atMs <= FRESH_MS)) return last.answer;
    const written = write();
    const answer = Promise.race([written, wait(COMMIT_MS, false, { ref: false })]);
    const probe = { atMs: nowMs, answer, isRunning: true };
    const end = () => {
      probe.isRunning = false;
    };
    written.then(end, end);
    last = probe;
    return answer;
  };
}
