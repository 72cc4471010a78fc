import { dayOf } from '@manoboard/domain/telemetry/frame-days';
import type { Metrics } from '../../../base/metrics.ts';
import type { Db } from '../../../db/db.ts';
import { copyFrames, insertFrames, isRepeat, type PlacedFrame } from './append.repo.ts';
import { ensurePartitions, isPartitionMissing } from './partition.repo.ts';

const MAX_BATCH = 2000;
const MAX_WAITING = 25_000;
/** Fewer frames are inserted: one round trip instead of the four of a COPY in its transaction. */
const COPY_FROM = 5;
/**
 * A commit costs Postgres 1.3 ms: it waits so long for more frames, unless there are enough. At 1,667 frames/s a frame takes
 * 391 µs of Node and Postgres, and 565 µs with 4 ms for all. Pages do not wait for the commit.
 */
const GATHER_MS = 20;
/** After a batch of one frame. */
const ALONE_MS = 4;
const ENOUGH = 50;

interface Waiting {
  row: PlacedFrame;
  done: (error?: Error) => void;
}

/** A statement does not see its own rows, so repeats within a batch are removed before. */
function withoutRepeats(rows: PlacedFrame[]): PlacedFrame[] {
  const byName = new Map(rows.map((row) => [`${row.deviceKey} ${row.frame.boot} ${row.frame.seq}`, row]));
  return byName.size === rows.length ? rows : [...byName.values()];
}

const isDataError = (error: Error | undefined) =>
  /^2[23]/.test(String((error as { code?: string } | undefined)?.code));

/** Stores frames; returns how many were new. */
async function storeFrames(db: Db, rows: PlacedFrame[]): Promise<number> {
  const byArrival = rows.filter(({ isPlacedByArrival }) => isPlacedByArrival);
  const others = byArrival.length === 0 ? rows : rows.filter(({ isPlacedByArrival }) => !isPlacedByArrival);
  const stored = byArrival.length === 0 ? 0 : await insertFrames(db, byArrival);
  if (others.length === 0) return stored;
  if (others.length < COPY_FROM) return stored + (await insertFrames(db, others));
  try {
    await copyFrames(db, others);
    return stored + others.length;
  } catch (error) {
    if (!isRepeat(error)) throw error;
    return stored + (await insertFrames(db, others));
  }
}

/**
 * Group commit: a batch gathers for some milliseconds, and while the one before it is being stored. Each
 * frame is reported after the commit.
 */
function createLane(db: Db, metrics: Metrics) {
  let waiting: Waiting[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let gatherMs = ALONE_MS;

  async function store(rows: PlacedFrame[]): Promise<number> {
    try {
      return await storeFrames(db, rows);
    } catch (error) {
      if (!isPartitionMissing(error)) throw error;
      // Partitions are created ahead; a frame that was kept for days may be older than all of them.
      await ensurePartitions(
        db,
        rows.map(({ tsMs }) => dayOf(tsMs)),
      );
      return storeFrames(db, rows);
    }
  }

  async function commit(batch: Waiting[]) {
    const end = metrics.commitSeconds.startTimer();
    const rows = batch.map(({ row }) => row);
    let failure: Error | undefined;
    try {
      const stored = await store(withoutRepeats(rows));
      metrics.framesStored.inc(stored);
      metrics.framesRepeated.inc(rows.length - stored);
    } catch (error) {
      failure = error as Error;
    }
    end();
    // One frame that the database rejects must not fail the others of its batch.
    if (batch.length > 1 && isDataError(failure)) for (const waiting of batch) await commit([waiting]);
    else for (const { done } of batch) done(failure);
  }

  async function flush() {
    do {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      gatherMs = batch.length > 1 ? GATHER_MS : ALONE_MS;
      await commit(batch);
    } while (waiting.length >= ENOUGH);
    flushing = undefined;
    gather();
  }

  function startFlush() {
    clearTimeout(gathering);
    gathering = undefined;
    flushing ??= flush();
  }

  function gather() {
    if (flushing || waiting.length === 0) return;
    if (waiting.length >= ENOUGH) startFlush();
    else gathering ??= setTimeout(startFlush, gatherMs);
  }

  return {
    add(row: PlacedFrame, done: (error?: Error) => void): void {
      if (waiting.length >= MAX_WAITING) {
        done(new Error('too many frames wait for the database'));
        return;
      }
      waiting.push({ row, done });
      gather();
    },
    async settle() {
      while (waiting.length > 0 || flushing) {
        startFlush();
        await flushing;
      }
    },
  };
}

/**
 * Two lanes store at the same time: the server reads frames of one while it waits for the database with the other. A device
 * is always in the same lane, so its frames are stored in their order, and a repeat never races with the first one.
 */
export function createFrameWriter(db: Db, metrics: Metrics) {
  const even = createLane(db, metrics);
  const odd = createLane(db, metrics);
  const add = (row: PlacedFrame, done: (error?: Error) => void) =>
    (row.deviceKey % 2 === 0 ? even : odd).add(row, done);
  return {
    /** Calls `done`, which must not throw, after the commit or with the error. */
    add,
    write: (row: PlacedFrame): Promise<void> =>
      new Promise((done, fail) => add(row, (error) => (error ? fail(error) : done()))),
    /** Resolves when all earlier writes have ended. */
    settle: async () => {
      await Promise.all([even.settle(), odd.settle()]);
    },
  };
}
