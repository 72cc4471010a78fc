import { REACH_MS } from '@manoboard/domain/history/blocks';
import { daysToPrepare, isExpiredDay, startOfDayMs } from '@manoboard/domain/telemetry/frame-days';
import type { Core } from '../../../core.ts';
import { dropPartition, ensurePartitions, listPartitionDays } from './partition.repo.ts';

interface Needs extends Pick<Core, 'db' | 'log' | 'now'> {
  /** Days that a frame is kept (`RETENTION_RAW_DAYS`). */
  retentionDays: number;
  /** Frames before this time were rolled up; those after it are kept even if they have expired. */
  rolledUpToMs: () => Promise<number>;
}

/** Frames are stored in one partition a day: created ahead, dropped as a whole when they expire. */
export function createFramePartitions({ db, log, now, retentionDays, rolledUpToMs }: Needs) {
  return {
    /** Creates the partitions of today and the next days. */
    async prepare(): Promise<void> {
      await ensurePartitions(db, daysToPrepare(now()));
    },

    /** Drops expired days. Throws if one of them is in use, after the others were dropped: the caller retries. */
    async dropExpired(): Promise<void> {
      const nowMs = now();
      const rolledMs = await rolledUpToMs();
      // The next hour is rolled up from the frames of the last minutes too.
      const isRolledUp = (day: number) => startOfDayMs(day + 1) + REACH_MS <= rolledMs;
      let [kept, removed, inUse] = [0, 0, 0];
      for (const table of ['frame', 'packed_frame'] as const)
        for (const day of await listPartitionDays(db, table)) {
          if (!isExpiredDay(day, nowMs, retentionDays)) continue;
          if (!isRolledUp(day)) kept++;
          else if (await dropPartition(db, day, table)) removed++;
          else inUse++;
        }
      if (kept > 0) log.warn({ days: kept }, 'expired frames are kept until they are rolled up');
      if (removed > 0) log.info({ days: removed }, 'expired frames were removed');
      if (inUse > 0) throw new Error(`${inUse} expired days of frames are in use`);
    },
  };
}
