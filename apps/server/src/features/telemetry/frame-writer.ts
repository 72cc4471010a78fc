import type { Db } from '../../db/db.ts';
import type { Metrics } from '../../metrics.ts';
import { createPartition, dayOf, insertFrames, type PlacedFrame } from './frame.repo.ts';

const MAX_BATCH = 2000;
const MAX_WAITING = 50_000;

interface Waiting {
  row: PlacedFrame;
  done: () => void;
  fail: (error: Error) => void;
}

/** A statement does not see its own rows, so what is repeated within a batch is left out before. */
function withoutRepeats(rows: PlacedFrame[]): PlacedFrame[] {
  const byName = new Map(rows.map((row) => [`${row.deviceId} ${row.frame.boot} ${row.frame.seq}`, row]));
  return byName.size === rows.length ? rows : [...byName.values()];
}

const isDataError = (error: unknown) => /^2[23]/.test(String((error as { code?: string }).code));

/**
 * Group commit: one batch is on its way, the next one gathers meanwhile. A quiet server commits at once, a busy
 * one in large batches. A promise resolves after the commit, never before.
 */
export function createFrameWriter(db: Db, metrics: Metrics) {
  const days = new Set<number>();
  let waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  async function ensurePartitions(rows: PlacedFrame[]) {
    for (const day of new Set(rows.map((row) => dayOf(row.tsMs)))) {
      if (days.has(day)) continue;
      await createPartition(db, day);
      days.add(day);
    }
  }

  async function commit(batch: Waiting[]) {
    const end = metrics.commitSeconds.startTimer();
    const rows = batch.map(({ row }) => row);
    try {
      await ensurePartitions(rows);
      const stored = await insertFrames(db, withoutRepeats(rows));
      metrics.framesStored.inc(stored);
      metrics.framesRepeated.inc(rows.length - stored);
      for (const { done } of batch) done();
    } catch (error) {
      // One frame that the database refuses must not take the others of its batch with it.
      if (batch.length > 1 && isDataError(error)) for (const waiting of batch) await commit([waiting]);
      else for (const { fail } of batch) fail(error as Error);
    } finally {
      end();
    }
  }

  async function flush() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await commit(batch);
    }
    flushing = undefined;
  }

  return {
    write(row: PlacedFrame): Promise<void> {
      if (waiting.length >= MAX_WAITING)
        return Promise.reject(new Error('too many frames wait for the database'));
      return new Promise((done, fail) => {
        waiting.push({ row, done, fail });
        flushing ??= Promise.resolve().then(flush);
      });
    },
    /** Resolves when all that was written before has ended. */
    settle: async () => flushing,
  };
}
export type FrameWriter = ReturnType<typeof createFrameWriter>;
