import { useCallback, useEffect, useRef, useState } from 'react';
import { onLiveEvent } from '../../../device/live/live.ts';
import { PAGE_ROWS } from './api.ts';

/** Events within this time are one request: an outage raises many alerts at once. */
const COLLECT_MS = 300;
/** While the stream is down, every poll of the link reports missed events. */
const MISSED_INTERVAL_MS = 30_000;

interface Handlers {
  /** Loads alerts that have been raised or changed. */
  changed: (ids: readonly number[], signal: AbortSignal) => Promise<void>;
  /** Loads everything that may have changed while the page was disconnected. */
  missed: (signal: AbortSignal) => Promise<void>;
}

/** Runs one handler at a time, since an older answer must not overwrite a newer one. */
export function useAlertEvents({ changed, missed }: Handlers) {
  const [hasFailed, setHasFailed] = useState(false);
  const wake = useRef<(() => void) | undefined>(undefined);

  useEffect(() => {
    const pending = new Set<number>();
    const controller = new AbortController();
    let isMissed = false;
    let missedAtMs = Number.NEGATIVE_INFINITY;
    let isRunning = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let missedTimer: ReturnType<typeof setTimeout> | undefined;

    async function next() {
      if (isMissed) {
        isMissed = false;
        pending.clear();
        missedAtMs = performance.now();
        return missed(controller.signal);
      }
      const ids = [...pending].slice(0, PAGE_ROWS);
      for (const id of ids) pending.delete(id);
      return changed(ids, controller.signal);
    }
    async function run() {
      timer = undefined;
      if (isRunning) return;
      isRunning = true;
      try {
        while (isMissed || pending.size > 0) await next();
        if (!controller.signal.aborted) setHasFailed(false);
      } catch {
        // The lost events are unknown: load everything on the next attempt.
        isMissed = true;
        missedAtMs = Number.NEGATIVE_INFINITY;
        if (!controller.signal.aborted) setHasFailed(true);
      } finally {
        isRunning = false;
      }
    }
    /** Later, not never: alerts may have been raised since the last load. */
    const scheduleMissed = () => {
      const dueMs = missedAtMs + MISSED_INTERVAL_MS - performance.now();
      missedTimer ??= setTimeout(
        () => {
          missedTimer = undefined;
          isMissed = true;
          void run();
        },
        Math.max(COLLECT_MS, dueMs),
      );
    };
    wake.current = () => void run();
    const stop = onLiveEvent(({ event, data }) => {
      if (event === 'missed') scheduleMissed();
      if (event !== 'alert') return;
      pending.add(data.alert_id);
      timer ??= setTimeout(() => void run(), COLLECT_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      clearTimeout(missedTimer);
      controller.abort();
    };
  }, [changed, missed]);

  return { hasFailed, retry: useCallback(() => wake.current?.(), []) };
}
