import { startOfDayMs } from '@manoboard/domain/telemetry/frame-days';
import type { Db } from '../../../db/db.ts';
import {
  createMissing,
  dropEmptyPartition,
  dropPartition as dropTable,
  listPartitions,
} from '../../../db/partitions.ts';

/** Frames as they arrived, and the packed frames of closed days: each has one partition a day. */
type DailyTable = 'frame' | 'packed_frame';

const nameOf = (day: number, table: DailyTable) =>
  `${table}_${new Date(startOfDayMs(day)).toISOString().slice(0, 10).replaceAll('-', '')}`;

const dayOfName = (name: string) =>
  Date.parse(name.replace(/^.*_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')) / startOfDayMs(1);

/** The days that have a partition, in their order. */
export async function listPartitionDays(db: Db, table: DailyTable = 'frame'): Promise<number[]> {
  return (await listPartitions(db, table)).map(dayOfName).filter(Number.isInteger);
}

/** Creates the partitions that are missing; returns their days. */
export async function ensurePartitions(
  db: Db,
  days: readonly number[],
  table: DailyTable = 'frame',
): Promise<number[]> {
  const partitions = days.map((day) => ({
    day,
    name: nameOf(day, table),
    fromMs: startOfDayMs(day),
    toMs: startOfDayMs(day + 1),
  }));
  return (await createMissing(db, table, partitions)).map(({ day }) => day);
}

/** Removes a day with all its frames. False when a reader or a writer uses it now. */
export const dropPartition = (db: Db, day: number, table: DailyTable = 'frame'): Promise<boolean> =>
  dropTable(db, nameOf(day, table));

/** Removes the partition of a day whose frames were packed. False when it has frames or is in use. */
export const dropPackedDay = (db: Db, day: number): Promise<boolean> =>
  dropEmptyPartition(db, 'frame', nameOf(day, 'frame'));

/** True for the error of an insert of a frame whose day has no partition. */
export function isPartitionMissing(error: unknown): boolean {
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  return code === '23514' && table === 'frame' && constraint === undefined;
}
