import type { Db } from '../db/db.ts';
import { findLastId, findNewest, listEvents, type StoredEvent } from './outbox.repo.ts';

interface Needs {
  db: Db;
  deliver: (event: StoredEvent) => void;
  /** Events were deleted before this server read them: what they would have changed is unknown. */
  onMissed: () => void;
}

/** Rows stay for this time; every server reads each of them. */
export const KEPT_MS = 10 * 60_000;
/** A server whose last read is older may have missed events. */
const MISSED_MS = KEPT_MS - 60_000;
/** A transaction that stores events commits within this time. */
const OPEN_MS = 5 * 60_000;
const BATCH = 500;

/**
 * Emits each stored event once on this server, while others read the same rows. IDs are given in their order and become
 * visible at the commit: an ID that is missing below a known one is read again until it appears, or its transaction has
 * been rolled back for sure.
 */
export function createEventReader({ db, deliver, onMissed }: Needs) {
  let newest: number | undefined;
  let readMs = performance.now();
  /** IDs that were not there yet, and when they were first missed. */
  const missing = new Map<number, number>();

  function note(id: number, nowMs: number) {
    if (missing.delete(id) || newest === undefined || id <= newest) return;
    for (let gap = newest + 1; gap < id; gap++) missing.set(gap, nowMs);
    newest = id;
  }

  /** Starts after the last event: nothing in memory is older. Those that are being committed are still to come. */
  async function start(nowMs: number) {
    const { id, recent } = await findNewest(db, BATCH);
    newest = id;
    missing.clear();
    const known = new Set(recent);
    for (let gap = Math.max(1, id - BATCH + 1); gap <= id; gap++)
      if (!known.has(gap)) missing.set(gap, nowMs);
  }

  async function restart(nowMs: number) {
    if (newest !== undefined) onMissed();
    newest = undefined;
    await start(nowMs);
    // Again: what was read since then may be older than the events that follow.
    onMissed();
  }

  return {
    start: () => start(performance.now()),
    async read(): Promise<void> {
      const nowMs = performance.now();
      if (newest === undefined || nowMs - readMs > MISSED_MS) await restart(nowMs);
      let count = 0;
      for (let isMore = true; isMore; ) {
        const events = await listEvents(db, newest ?? 0, [...missing.keys()], BATCH);
        for (const { id, ...event } of events) {
          note(Number(id), nowMs);
          deliver(event);
        }
        count += events.length;
        isMore = events.length === BATCH;
      }
      // A standby that took over without the last events gives their IDs again.
      if (count === 0 && (await findLastId(db)) < (newest ?? 0)) await restart(nowMs);
      readMs = nowMs;
      for (const [id, atMs] of missing) if (nowMs - atMs > OPEN_MS) missing.delete(id);
    },
  };
}
