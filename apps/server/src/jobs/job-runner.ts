import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '@manoboard/domain/time';
import type { CronItem, Runner, TaskList, Job as WorkerJob } from 'graphile-worker';
import type { Logger, QuietWarn } from '../base/log.ts';
import type { Metrics } from '../base/metrics.ts';
import { StartRefused } from '../base/start-refused.ts';
import type { ConnectionPool, Db } from '../db/db.ts';
import { EVERY_MINUTE, type Job, type Jobs } from './jobs.ts';
import { deleteGivenUp, hasQueue, insertGivenUp, unlockInterrupted } from './task.repo.ts';
import { TASK_KINDS, type TaskHandlers, type TaskKind } from './tasks.ts';

/** Loading the library takes 0.3 s of processor time, which the first requests after a start need. */
const START_DELAY_MS = 5000;
const RESTART_MS = 5000;
/** Only retries wait for it; a new job is announced by NOTIFY. */
const POLL_MS = 10_000;

interface Settings {
  pool: ConnectionPool;
  /** For the ends of tasks. */
  db: Db;
  jobs: Jobs;
  tasks: TaskHandlers;
  log: Logger;
  quietWarn: QuietWarn;
  metrics: Pick<Metrics, 'jobsFailed'>;
  /** False: a job runs by its name only. */
  isScheduled: boolean;
  startDelayMs?: number;
}

/** Jobs of one runner of graphile-worker. */
interface Queue {
  concurrency: number;
  taskList: TaskList;
  crons: CronItem[];
}

const PROBLEM = 'the job queue has a problem and tries again';
/** Part of a startup warning to ignore: jobs use no connection of the pool while they run or wait for a lane. */
const SMALL_POOL = 'having maxPoolSize';

const KEEP_GIVEN_UP_MS = 30 * DAY_MS;

/** Jobs of the tasks themselves. */
export const taskJobs = (
  db: Db,
  now: () => number,
  deleteOldEvents: () => Promise<unknown> = async () => {},
) =>
  ({
    /** Runs mails again that a server had begun when it died. */
    'interrupted-tasks': { cron: EVERY_MINUTE, run: () => unlockInterrupted(db) },
    /** Deletes events that every server has emitted. */
    'outbox-events': { cron: EVERY_MINUTE, run: deleteOldEvents },
    /** Deletes mails that were given up 30 days ago. */
    'outbox-retention': {
      cron: '45 * * * *',
      run: () => deleteGivenUp(db, new Date(now() - KEEP_GIVEN_UP_MS)),
    },
  }) satisfies Jobs;

/** Creates the queue, which the first task needs. Once for each database: it loads the library. */
export async function installQueue(db: Db, pool: ConnectionPool): Promise<void> {
  if (await hasQueue(db)) return;
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: pool }).catch((error: Error) => {
    throw new StartRefused(
      `The queue of jobs and mails cannot be created (${error.message}). The database user needs the right to create a schema: grant create on database.`,
    );
  });
}

function createLanes() {
  const lanes = { long: Promise.resolve(), short: Promise.resolve() };
  const pending = new Set<string>();

  /** Long jobs and short jobs each run one at a time. A long job that is pending already is not queued again. */
  return async function runInLane(name: string, { isLong, run: runJob }: Job): Promise<void> {
    const lane = isLong ? 'long' : 'short';
    if (lane === 'long' && pending.has(name)) return;
    pending.add(name);
    const run = lanes[lane].then(runJob);
    lanes[lane] = run.then(
      () => {},
      () => {},
    );
    await run.finally(() => pending.delete(name));
  };
}

/** One queue of all jobs, one of all tasks. */
function createQueues({ db, jobs, tasks, log, metrics, isScheduled }: Settings): Queue[] {
  const runInLane = createLanes();

  const taskOf = (name: string, job: Job) => async () => {
    try {
      await runInLane(name, job);
      log.debug({ job: name }, 'a job has run');
    } catch (err) {
      metrics.jobsFailed.inc({ name });
      log.warn({ err, job: name }, 'a job failed and is tried again');
      throw err;
    }
  };

  const runTask =
    (kind: TaskKind) =>
    async (payload: unknown, { job }: { job: WorkerJob }) => {
      try {
        await tasks[kind](payload as never);
      } catch (error) {
        const { attempts, max_attempts } = job;
        const reason = String(error instanceof Error ? error.message : error).slice(0, 500);
        if (attempts < max_attempts) {
          log.warn({ kind, attempts, reason }, 'a task of the outbox failed and will be retried');
          throw new Error(reason);
        }
        log.error({ kind, attempts, reason }, 'a task of the outbox failed for a day and is given up');
        await insertGivenUp(db, kind, reason);
      }
    };

  return [
    {
      // Each pending long job keeps one worker, and one is left for all others.
      concurrency: Object.values(jobs).filter(({ isLong }) => isLong).length + 1,
      taskList: Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, taskOf(name, job)])),
      // With the key, a job that still waits for its retry is replaced instead of queued twice.
      crons: Object.entries(isScheduled ? jobs : {}).map(([task, { cron }]) => ({
        task,
        match: cron,
        options: { jobKey: task },
      })),
    },
    // In their order. A slow mail server delays no job.
    {
      concurrency: 1,
      taskList: Object.fromEntries(TASK_KINDS.map((kind) => [kind, runTask(kind)])),
      crons: [],
    },
  ];
}

async function startRunner(
  { pool, log, quietWarn }: Settings,
  { concurrency, taskList, crons }: Queue,
): Promise<Runner> {
  const { Logger: WorkerLogger, parseCronItems, run } = await import('graphile-worker');
  return run({
    pgPool: pool,
    concurrency,
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
    taskList,
    parsedCronItems: parseCronItems(crons),
  });
}

/**
 * Runs the jobs of the wings and the tasks of the outbox with graphile-worker (docs/decisions/0018-graphile-worker.md).
 * The queue is in the database, so of several servers one runs each job. An error of the database or the library stops
 * nothing else: the runner is started again.
 */
export function createJobRunner(settings: Settings) {
  const { jobs, quietWarn, startDelayMs = START_DELAY_MS } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Ends the delay of the start. */
  const hurry = new AbortController();
  let running: Promise<unknown> | undefined;

  async function runUntilStopped(queue: Queue) {
    if (signal.aborted) return;
    const runner = await startRunner(settings, queue);
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

  async function keepRunning(queue: Queue) {
    const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {});
    await wait(startDelayMs, undefined, {
      signal: AbortSignal.any([signal, hurry.signal]),
      ref: false,
    }).catch(() => {});
    while (!signal.aborted) {
      await runUntilStopped(queue).catch(({ message }: Error) =>
        quietWarn('jobs', { reason: message }, PROBLEM),
      );
      await pause(RESTART_MS);
    }
  }

  return {
    start() {
      running = Promise.all(createQueues(settings).map(keepRunning));
    },
    /** Starts the runner at once: a task waits. */
    wake: () => hurry.abort(),
    /** Ends after the job that is running. */
    async stop() {
      stopping.abort();
      await running;
    },
    /** Runs a job in this process, without the queue. */
    async runNow(name: string): Promise<unknown> {
      const job = jobs[name];
      if (!job) throw new Error(`no wing has the job ${name}`);
      return job.run();
    },
  };
}
