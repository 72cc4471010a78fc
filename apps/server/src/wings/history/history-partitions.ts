import type { Level } from '@manoboard/domain/history/blocks';
import { DAY_MS } from '@manoboard/domain/time';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { createMissing, dropPartition, listPartitions, type Partition } from '../../db/partitions.ts';

/** Minutes are partitioned by month, hours by year (UTC). */
function partitionOf(level: Level, tsMs: number): Partition {
  const date = new Date(tsMs);
  const year = date.getUTCFullYear();
  if (level === 'hour')
    return { name: `history_hour_${year}`, fromMs: Date.UTC(year, 0), toMs: Date.UTC(year + 1, 0) };
  const month = date.getUTCMonth();
  const name = `history_minute_${date.toISOString().slice(0, 7).replace('-', '')}`;
  return { name, fromMs: Date.UTC(year, month), toMs: Date.UTC(year, month + 1) };
}

/** Creates the partitions of these hours. */
export async function ensureHistoryPartitions(db: Db, hours: readonly number[]): Promise<void> {
  for (const level of ['minute', 'hour'] as const)
    await createMissing(
      db,
      `history_${level}`,
      hours.map((hourMs) => partitionOf(level, hourMs)),
    );
}

/** First moment after the partition, by its name. */
function endOf(level: Level, name: string): number {
  const [, year = '', month = '01'] = /_(\d{4})(\d{2})?$/.exec(name) ?? [];
  return partitionOf(level, Date.UTC(Number(year), Number(month) - 1)).toMs;
}

interface Needs extends Pick<Core, 'db' | 'log' | 'now'> {
  /** `RETENTION_MINUTE_DAYS` and `RETENTION_HOUR_DAYS`. */
  retentionDays: Readonly<Record<Level, number>>;
}

/** Drops months of minutes and years of hours that have expired. Throws if one is in use: the caller retries. */
export function createHistoryRetention({ db, log, now, retentionDays }: Needs) {
  return async function dropExpired(): Promise<void> {
    const nowMs = now();
    const expired: string[] = [];
    for (const level of ['minute', 'hour'] as const)
      for (const name of await listPartitions(db, `history_${level}`))
        if (endOf(level, name) + retentionDays[level] * DAY_MS <= nowMs) expired.push(name);
    const inUse: string[] = [];
    for (const name of expired) if (!(await dropPartition(db, name))) inUse.push(name);
    if (expired.length > inUse.length)
      log.info({ partitions: expired.length - inUse.length }, 'expired rollups were removed');
    if (inUse.length > 0) throw new Error(`expired rollups are in use: ${inUse.join(', ')}`);
  };
}
