import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Logger } from './log.ts';

/** To a thread: a call, or the end of one. */
export type ThreadRequest<Call> = { id: number; call: Call } | { id: number; isCancelled: true };
/** A clone of an error would lose what tells its kind. */
export interface ThreadError {
  message: string;
  code?: unknown;
  syscall?: unknown;
  stack?: string | undefined;
}
/** From a thread: that it has loaded its code, the result of a call, its error, or a warning for the log. */
export type ThreadReply<Result> =
  | { isReady: true }
  | { id: number; result: Result }
  | { id: number; error: ThreadError }
  | { warning: string; details: object };

interface Options extends Pick<WorkerOptions, 'workerData' | 'resourceLimits'> {
  file: string;
  log: Pick<Logger, 'warn'>;
  /** Threads at most; each starts with the first call that no other takes. */
  threads: number;
  /** Calls of one thread at once: one computes while the other waits for the database. */
  callsAtOnce: number;
  /** A thread that is ready and does not answer a call within this time is ended, and its calls fail. */
  limitMs: number;
  /** A thread without calls ends after this time. */
  idleMs: number;
  /** The error of a call whose thread has ended. */
  lost: (reason: string) => Error;
}

interface Job<Call, Result> {
  userId: number;
  call: Call;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  cancel?: () => void;
}

const STOPPED = 'the thread was stopped';
const rebuildError = ({ message, ...more }: ThreadError) => Object.assign(new Error(message), more);

function startThread<Call, Result>(
  { file, log, callsAtOnce: _, threads: __, limitMs, idleMs, lost, ...options }: Options,
  /** It takes another call, or none any more. */
  onChange: (hasEnded: boolean) => void,
) {
  const worker = new Worker(file, options);
  // The server decides when the process ends.
  worker.unref();
  const jobs = new Map<number, Job<Call, Result>>();
  const limits = new Map<number, NodeJS.Timeout>();
  let lastId = 0;
  let isReady = false;
  let idle: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const post = (request: ThreadRequest<Call>) => worker.postMessage(request);

  async function end(reason?: string): Promise<void> {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(idle);
    if (reason !== undefined) log.warn({ reason }, 'a thread ended');
    for (const limit of limits.values()) clearTimeout(limit);
    for (const { reject } of jobs.values()) reject(lost(reason ?? STOPPED));
    onChange(true);
    await worker.terminate();
  }

  const startLimit = (id: number) =>
    limits.set(id, setTimeout(() => void end(`no answer within ${limitMs} ms`), limitMs).unref());

  worker.on('message', (reply: ThreadReply<Result>) => {
    if ('warning' in reply) return log.warn(reply.details, reply.warning);
    if ('isReady' in reply) {
      isReady = true;
      for (const id of jobs.keys()) startLimit(id);
      return;
    }
    const job = jobs.get(reply.id);
    clearTimeout(limits.get(reply.id));
    limits.delete(reply.id);
    jobs.delete(reply.id);
    if ('error' in reply) job?.reject(rebuildError(reply.error));
    else job?.resolve(reply.result);
    if (jobs.size === 0 && !hasEnded) idle = setTimeout(end, idleMs).unref();
    onChange(false);
  });
  worker.on('error', ({ message }) => void end(message));
  worker.on('exit', (code) => void end(`exit code ${code}`));

  return {
    jobs,
    end,
    take(job: Job<Call, Result>) {
      clearTimeout(idle);
      const id = ++lastId;
      jobs.set(id, job);
      if (isReady) startLimit(id);
      // Its place is free when the thread has answered.
      job.cancel = () => post({ id, isCancelled: true });
      post({ id, call: job.call });
    },
  };
}

/**
 * Threads for calls that would hold the event loop. Calls wait in their order; a user has at most half of the places, so
 * that the calls of one user do not delay those of others.
 */
export function createThreadPool<Call, Result>(options: Options) {
  const { threads: most, callsAtOnce } = options;
  const perUser = Math.max(1, Math.floor((most * callsAtOnce) / 2));
  type Thread = ReturnType<typeof startThread<Call, Result>>;
  const threads = new Set<Thread>();
  const waiting = new Set<Job<Call, Result>>();
  let isStopped = false;

  function start(): Thread {
    const thread = startThread<Call, Result>(options, (hasEnded) => {
      if (hasEnded) threads.delete(thread);
      startWaiting();
    });
    threads.add(thread);
    return thread;
  }

  function findThread(): Thread | undefined {
    const [least] = [...threads].sort((one, other) => one.jobs.size - other.jobs.size);
    if (!least || (least.jobs.size > 0 && threads.size < most)) return start();
    return least.jobs.size < callsAtOnce ? least : undefined;
  }

  function countOf(userId: number): number {
    let count = 0;
    for (const { jobs } of threads) for (const job of jobs.values()) count += Number(job.userId === userId);
    return count;
  }

  function startWaiting() {
    for (const job of waiting) {
      if (countOf(job.userId) >= perUser) continue;
      const thread = findThread();
      if (!thread) return;
      waiting.delete(job);
      thread.take(job);
    }
  }

  /** Ends all threads; running and waiting calls fail. Later calls start new ones. */
  async function endThreads(): Promise<void> {
    for (const { reject } of waiting) reject(options.lost(STOPPED));
    waiting.clear();
    await Promise.all([...threads].map(({ end }) => end()));
  }

  return {
    async run(userId: number, call: Call, signal: AbortSignal): Promise<Result> {
      signal.throwIfAborted();
      if (isStopped) throw options.lost(STOPPED);
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const job: Job<Call, Result> = { userId, call, resolve, reject };
      const leave = () => {
        waiting.delete(job);
        job.cancel?.();
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave);
      waiting.add(job);
      try {
        startWaiting();
        return await promise;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },

    endThreads,

    /** Later calls fail too. */
    async stop(): Promise<void> {
      isStopped = true;
      await endThreads();
    },
  };
}
