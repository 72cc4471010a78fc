import type { Logger } from '../log.ts';

interface Settings {
  log: Logger;
  now: () => number;
  /** Handles everything that is due at `at`; returns when the next one is due. */
  run: (at: Date) => Promise<Date | null>;
  /** Logged when `run` fails; it is tried again. */
  failure: string;
}

/** The clock may be set, another server may add an end, and a timer holds 24 days at most. */
const LOOK_AGAIN_MS = 60_000;
const AFTER_FAILURE_MS = 500;

/** Runs when the next row is due, and once a minute. `look` asks again at once: something may be due earlier. */
export function createDueWatch({ log, now, run, failure }: Settings) {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function runDue(): Promise<number> {
    const next = await run(new Date(now()));
    return Math.min(LOOK_AGAIN_MS, next ? Math.max(0, next.getTime() - now()) : LOOK_AGAIN_MS);
  }

  function look() {
    looking = looking.then(async () => {
      if (isStopped) return;
      const waitMs = await runDue().catch((err) => {
        log.warn({ err }, failure);
        return AFTER_FAILURE_MS;
      });
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(look, waitMs);
    });
  }

  return {
    look,
    start: look,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
