import { startOfDayMs } from '@manoboard/domain/telemetry/frame-days';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { lockFramePartitions } from '../../db/locks.ts';

/** Inserts queue behind a drop that waits for a reader, so the drop gives up after this time. */
const DROP_LOCK_TIMEOUT = '200ms';
const LOCK_NOT_AVAILABLE = '55P03';

const dateOf = (day: number) => new Date(startOfDayMs(day)).toISOString().slice(0, 10);
const nameOf = (day: number) => `frame_${dateOf(day).replaceAll('-', '')}`;

/** The days that have a partition. */
export async function listPartitionDays(db: Db): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select to_date(substr(relname, 7), 'YYYYMMDD') - date '1970-01-01' as day
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'frame'::regclass
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * A table that is attached afterwards: unlike `create table … partition of`, that does not lock out inserts and readers
 * of the other days.
 */
async function insertPartition(tx: Db, day: number): Promise<void> {
  const name = sql.id(nameOf(day));
  const [from, to] = [day, day + 1].map((bound) => sql.lit(`${dateOf(bound)}T00:00:00Z`));
  await sql`create table ${name} (like frame including defaults including constraints)`.execute(tx);
  await sql`alter table frame attach partition ${name} for values from (${from}) to (${to})`.execute(tx);
}

/** Creates the partitions that are missing; returns their days. */
export async function ensurePartitions(db: Db, days: readonly number[]): Promise<number[]> {
  const missingDays = async (of: Db) => {
    const known = await listPartitionDays(of);
    return [...new Set(days)].filter((day) => !known.includes(day));
  };
  if ((await missingDays(db)).length === 0) return [];
  const create = async (tx: Db) => {
    await lockFramePartitions(tx);
    // Another server may have created some of them meanwhile.
    const missing = await missingDays(tx);
    for (const day of missing) await insertPartition(tx, day);
    return missing;
  };
  return db.isTransaction ? create(db) : db.transaction().execute(create);
}

/** Removes a day with all its frames. False when a reader or a writer uses it now. */
export async function dropPartition(db: Db, day: number): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(DROP_LOCK_TIMEOUT)}`.execute(tx);
      await lockFramePartitions(tx);
      await sql`drop table if exists ${sql.id(nameOf(day))}`.execute(tx);
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** True for the error of an insert of a frame whose day has no partition. */
export function isPartitionMissing(error: unknown): boolean {
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  return code === '23514' && table === 'frame' && constraint === undefined;
}
