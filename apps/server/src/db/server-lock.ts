import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from '../base/log.ts';
import { StartRefused } from '../base/start-refused.ts';
import type { Connection } from './db.ts';
import { closeNow, PrimaryClient } from './primary-client.ts';

/** Postgres releases the lock of a killed server when it reads the end of its connection. */
const LOCK_WAIT_MS = 3000;
const RETRY_MS = 100;
/** For a Postgres that accepts and does not answer: the start is refused, and a lost lock is tried again. */
const ANSWER_MS = 10_000;
/** Between two tries to take the lock again after its connection was lost. */
const RETAKE_MS = 2000;

/**
 * A machine that loses power does not close its connection. Postgres probes it after 10 s of silence and closes it
 * after 25 s instead of two hours.
 */
const KEEPALIVE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

async function tryLock(client: Client, isShared: boolean): Promise<boolean> {
  const { rows } = await client.query<{ is_taken: boolean }>(
    `select pg_try_advisory_lock${isShared ? '_shared' : ''}(hashtextextended('server', 0)) as is_taken`,
  );
  return rows[0]?.is_taken ?? false;
}

/** A connection that holds the lock, or nothing while another server does. `onEnd` is called when it is lost. */
async function connect(connection: Connection, isShared: boolean, waitMs: number, onEnd: () => void) {
  const client = new PrimaryClient({
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    ...connection,
    application_name: 'manoboard lock',
  });
  try {
    await client.connect();
    await client.query(KEEPALIVE);
    for (let leftMs = waitMs; !(await tryLock(client, isShared)); leftMs -= RETRY_MS) {
      if (leftMs <= 0) {
        await client.end();
        return undefined;
      }
      await wait(RETRY_MS);
    }
  } catch (error) {
    // It may get the lock later, and would keep it from the next one.
    closeNow(client);
    throw error;
  }
  client.once('end', onEnd);
  return client;
}

/**
 * One server per database: presence, live values and commands of boards are in the memory of the server that they are
 * connected to. Servers with a bus share the lock. It belongs to a connection, so it ends with a killed server. Returns
 * the function that releases it.
 */
export async function lockDatabase(
  connection: Connection,
  log: Logger,
  isShared: boolean,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let holder: Client | undefined;

  /** Another server may have started meanwhile. This one goes on: its boards are connected to it. */
  async function takeAgain() {
    for (let isReported = false; !signal.aborted; ) {
      await wait(RETAKE_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        holder = await connect(connection, isShared, 0, () => void takeAgain());
      } catch {
        // The watch of the database reports that it is away.
        continue;
      }
      if (holder) return;
      if (!isReported) log.error('another server has started on the same database');
      isReported = true;
    }
  }

  holder = await connect(connection, isShared, LOCK_WAIT_MS, () => void takeAgain());
  if (!holder)
    throw new StartRefused(
      isShared
        ? 'A MaNoBoard server without a bus (BUS_URL) uses this database. Stop it first, or start it with the bus.'
        : 'Another MaNoBoard server uses this database (DATABASE_URL), and only one may without a bus. Stop it first, or set BUS_URL on both.',
    );
  return async () => {
    stopping.abort();
    await holder?.end().catch(() => {});
  };
}
