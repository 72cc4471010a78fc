import { daysToPrepare, isExpiredDay } from '@manoboard/domain/telemetry/frame-days';
import type { Db } from '../../db/db.ts';
import type { Logger } from '../../log.ts';
import { dropPartition, ensurePartitions, listPartitionDays } from './partition.repo.ts';

interface Neighbours {
  db: Db;
  log: Logger;
  now: () => number;
  /** Days that a frame is kept (`RETENTION_RAW_DAYS`). */
  retentionDays: number;
}

/** Frames are stored in one partition a day: created ahead, dropped as a whole when they expire. */
export function createFramePartitions({ db, log, now, retentionDays }: Neighbours) {
  return {
    /** Creates the partitions of today and the next days. */
    async prepare(): Promise<void> {
      await ensurePartitions(db, daysToPrepare(now()));
    },

    /** Drops expired days. Throws if one of them is in use, after the others were dropped: the caller retries. */
    async dropExpired(): Promise<void> {
      const nowMs = now();
      const expired = (await listPartitionDays(db)).filter((day) => isExpiredDay(day, nowMs, retentionDays));
      let inUse = 0;
      for (const day of expired) if (!(await dropPartition(db, day))) inUse++;
      if (expired.length > inUse) log.info({ days: expired.length - inUse }, 'expired frames were removed');
      if (inUse > 0) throw new Error(`${inUse} expired days of frames are in use`);
    },
  };
}
