import { dayOf } from '@manoboard/domain/telemetry/frame-days';
import { isLaterFrame } from '@manoboard/domain/telemetry/last-data';
import type { Metrics } from '../../../base/metrics.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { createGroupCommit } from '../../../frames/group-commit.ts';
import { copyFrames, insertFrames, isRepeat, type PlacedFrame } from './append.repo.ts';
import { ensurePartitions, isPartitionMissing } from './partition.repo.ts';

/** Fewer frames are inserted: one round trip instead of the four of a COPY in its transaction. */
const COPY_FROM = 5;

/** True if the frames of each device follow each other, as almost always: then none is repeated. */
function areInOrder(rows: readonly PlacedFrame[]): boolean {
  const last = new Map<DeviceKey, PlacedFrame['frame']>();
  for (const { deviceKey, frame } of rows) {
    if (!isLaterFrame(frame, last.get(deviceKey))) return false;
    last.set(deviceKey, frame);
  }
  return true;
}

/** A statement does not see its own rows, so repeats within a batch are removed before. */
function withoutRepeats(rows: PlacedFrame[]): PlacedFrame[] {
  if (areInOrder(rows)) return rows;
  return [
    ...new Map(rows.map((row) => [`${row.deviceKey} ${row.frame.boot} ${row.frame.seq}`, row])).values(),
  ];
}

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

async function storeWithPartitions(db: Db, rows: PlacedFrame[]): Promise<number> {
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

/**
 * Two lanes store at the same time: the server reads frames of one while it waits for the database with the other. A device
 * is always in the same lane, so its frames are stored in their order, and a repeat never races with the first one.
 */
export function createFrameWriter(db: Db, metrics: Metrics, countServers?: () => number) {
  const store = (rows: PlacedFrame[]) => storeWithPartitions(db, withoutRepeats(rows));
  const even = createGroupCommit({ metrics, store, countServers });
  const odd = createGroupCommit({ metrics, store, countServers });
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
export type FrameWriter = ReturnType<typeof createFrameWriter>;
