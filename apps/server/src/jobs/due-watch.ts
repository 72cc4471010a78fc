import { DAY_MS } from '@manoboard/domain/time';
import type { Logger } from '../base/log.ts';

interface Settings {
  log: Logger;
  now: () => number;
  /** Handles everything that is due at `at`; returns when the next one is due. */
  run: (at: Date) => Promise<Date | null>;
  /** Logged when `run` fails; it is tried again. */
  failure: string;
}

/** A timer holds 24 days at most. */
const MAX_WAIT_MS = DAY_MS;
const AFTER_FAILURE_MS = 500;

/**
 * Runs when the next row is due. The timer only makes it punctual: the job that calls `run` once a minute also handles a
 * clock that was set and the timers of a stopped server.
 */
export function createDueWatch({ log, now, run, failure }: Settings) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  function schedule(waitMs: number) {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(poll, Math.min(MAX_WAIT_MS, Math.max(0, waitMs)));
  }

  async function runDue(): Promise<void> {
    if (isStopped) return;
    try {
      const next = await run(new Date(now()));
      schedule(next ? next.getTime() - now() : MAX_WAIT_MS);
    } catch (err) {
      schedule(AFTER_FAILURE_MS);
      throw err;
    }
  }

  /** Runs after the runs that were requested earlier. */
  function enqueue(): Promise<void> {
    const result = running.then(runDue);
    running = result.catch((err) => log.warn({ err }, failure));
    return result;
  }

  /** Runs now, since a new row may be due earlier than the timer. */
  function poll() {
    enqueue().catch(() => {});
  }

  return {
    poll,
    start: poll,
    run: enqueue,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
