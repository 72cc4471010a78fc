import { setTimeout as wait } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Logger, QuietWarn } from '../base/log.ts';
import type { ConnectionPool } from '../db/db.ts';
import { JOB_NAMES, JOBS, type JobHandlers, type JobName } from './jobs.ts';

/** Loading the library takes 0.3 s of processor time, which the first requests after a start need. */
const START_DELAY_MS = 5000;
const RESTART_MS = 5000;
/** Only retries wait for it; a new job is announced by NOTIFY. */
const POLL_MS = 10_000;

interface Settings {
  pool: ConnectionPool;
  handlers: JobHandlers;
  log: Logger;
  quietWarn: QuietWarn;
  startDelayMs?: number;
}

const isLong = (name: JobName) => 'isLong' in JOBS[name];

const PROBLEM = 'the job queue has a problem and tries again';
/** Part of a startup warning to ignore: two connections are enough, since jobs that wait for a lane use none. */
const SMALL_POOL = 'having maxPoolSize';

/**
 * Runs the jobs of `jobs.ts` with graphile-worker (docs/decisions/0018-graphile-worker.md). The queue is in the database,
 * so of several servers one runs each job. An error of the database or the library stops nothing else: the runner is
 * started again.
 */
export function createJobRunner({ pool, handlers, log, quietWarn, startDelayMs = START_DELAY_MS }: Settings) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;

  const lanes = { long: Promise.resolve(), short: Promise.resolve() };
  const pending = new Set<JobName>();

  /** Long jobs and short jobs each run one at a time. A long job that is pending already is not queued again. */
  async function runInLane(name: JobName): Promise<void> {
    const lane = isLong(name) ? 'long' : 'short';
    if (lane === 'long' && pending.has(name)) return;
    pending.add(name);
    const run = lanes[lane].then(() => handlers[name]());
    lanes[lane] = run.then(
      () => {},
      () => {},
    );
    await run.finally(() => pending.delete(name));
  }

  const taskOf = (name: JobName) => async () => {
    try {
      await runInLane(name);
      log.debug({ job: name }, 'a job has run');
    } catch (err) {
      log.warn({ err, job: name }, 'a job failed and is tried again');
      throw err;
    }
  };

  async function startRunner(): Promise<Runner> {
    const { Logger: WorkerLogger, parseCronItems, run } = await import('graphile-worker');
    return run({
      pgPool: pool,
      // Each pending long job keeps one worker, and one is left for all others.
      concurrency: JOB_NAMES.filter(isLong).length + 1,
      pollInterval: POLL_MS,
      // Without a batch the library does not handle the error of a job that cannot be marked as done.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // `main.ts` handles signals.
      noHandleSignals: true,
      logger: new WorkerLogger(() => (level, message) => {
        const isProblem = (level === 'error' || level === 'warning') && !message.includes(SMALL_POOL);
        if (isProblem) quietWarn('jobs', { reason: message }, PROBLEM);
        else log.trace({ level }, message);
      }),
      taskList: Object.fromEntries(JOB_NAMES.map((name) => [name, taskOf(name)])),
      parsedCronItems: parseCronItems(
        // With the key, a job that still waits for its retry is replaced instead of queued twice.
        JOB_NAMES.map((task) => ({ task, match: JOBS[task].cron, options: { jobKey: task } })),
      ),
    });
  }

  async function runUntilStopped() {
    if (signal.aborted) return;
    const runner = await startRunner();
    const stop = () => void runner.stop().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const lost = new Promise<never>((_resolve, reject) => {
      // A job could not be marked as done. The library would wait for it for ever.
      runner.events.once('pool:fatalError', ({ error }) => reject(error));
    });
    try {
      await Promise.race([runner.promise, lost]);
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  async function keepRunning() {
    const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {});
    await pause(startDelayMs);
    while (!signal.aborted) {
      await runUntilStopped().catch(({ message }: Error) => quietWarn('jobs', { reason: message }, PROBLEM));
      await pause(RESTART_MS);
    }
  }

  return {
    start() {
      running = keepRunning();
    },
    /** Ends after the job that is running. */
    async stop() {
      stopping.abort();
      await running;
    },
    /** Runs a job in this process, without the queue. */
    runNow: (name: JobName) => handlers[name](),
  };
}
