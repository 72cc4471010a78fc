import { startOfDayMs } from '@manoboard/domain/telemetry/frame-days';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { createMissing, dropPartition as dropTable } from '../../db/partitions.ts';

const nameOf = (day: number) =>
  `frame_${new Date(startOfDayMs(day)).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The days that have a partition. */
export async function listPartitionDays(db: Db): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select to_date(substr(relname, 7), 'YYYYMMDD') - date '1970-01-01' as day
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'frame'::regclass
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Creates the partitions that are missing; returns their days. */
export async function ensurePartitions(db: Db, days: readonly number[]): Promise<number[]> {
  const partitions = days.map((day) => ({
    ...{ day, name: nameOf(day), fromMs: startOfDayMs(day), toMs: startOfDayMs(day + 1) },
  }));
  return (await createMissing(db, 'frame', partitions)).map(({ day }) => day);
}

/** Removes a day with all its frames. False when a reader or a writer uses it now. */
export const dropPartition = (db: Db, day: number): Promise<boolean> => dropTable(db, nameOf(day));

/** True for the error of an insert of a frame whose day has no partition. */
export function isPartitionMissing(error: unknown): boolean {
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  return code === '23514' && table === 'frame' && constraint === undefined;
}
