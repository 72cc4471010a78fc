import { type Db, isDatabaseAway } from './db.ts';

interface Waiting<I, O> {
  item: I;
  done: (output: O) => void;
  fail: (error: unknown) => void;
}

const USUAL = { maxBatch: 500, gapMs: 20 };

/**
 * Merges calls into batches that begin at least `gapMs` apart. A single call runs at once; ten thousand boards that
 * connect together cost a few hundred statements instead of ten thousand.
 */
export function batchCalls<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  { maxBatch, gapMs } = USUAL,
) {
  let waiting: Waiting<I, O>[] = [];
  let isScheduled = false;
  let begunMs = Number.NEGATIVE_INFINITY;

  async function runBatch(): Promise<void> {
    begunMs = performance.now();
    const batch = waiting.slice(0, maxBatch);
    waiting = waiting.slice(maxBatch);
    try {
      const outputs = await run(batch.map(({ item }) => item));
      for (const [at, { done }] of batch.entries()) done(outputs[at] as O);
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
    isScheduled = false;
    if (waiting.length > 0) schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    const waitMs = begunMs + gapMs - performance.now();
    if (waitMs > 0) setTimeout(runBatch, waitMs);
    else void runBatch();
  }

  return (item: I): Promise<O> =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail });
      schedule();
    });
}

/**
 * Merges the calls that concurrent work makes within one transaction: each step of a hundred alerts is one statement. A
 * call waits only until all others of this turn have been made, so a single one is not delayed.
 */
export function mergeCalls<I, O>(run: (tx: Db, items: readonly I[]) => Promise<readonly O[]>) {
  const open = new WeakMap<Db, Waiting<I, O>[]>();

  async function runCalls(tx: Db, calls: readonly Waiting<I, O>[]): Promise<void> {
    open.delete(tx);
    try {
      const outputs = await run(
        tx,
        calls.map(({ item }) => item),
      );
      for (const [at, { done }] of calls.entries()) done(outputs[at] as O);
    } catch (error) {
      for (const { fail } of calls) fail(error);
    }
  }

  return (tx: Db, item: I): Promise<O> =>
    new Promise((done, fail) => {
      const calls = open.get(tx) ?? [];
      calls.push({ item, done, fail });
      if (calls.length > 1) return;
      open.set(tx, calls);
      // After the promise callbacks of this turn, in which the other calls are made.
      process.nextTick(() => void runCalls(tx, calls));
    });
}

/** For statements that return nothing by item. */
export function mergeWrites<I>(write: (tx: Db, items: readonly I[]) => Promise<unknown>) {
  return mergeCalls(async (tx, items: readonly I[]): Promise<undefined[]> => {
    await write(tx, items);
    return [];
  });
}

/** Work within one transaction: waits for all of it before it fails, so that nothing uses the transaction afterwards. */
export async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

interface BatchQueue<I, O> {
  maxBatch: number;
  /** Batches that run at the same time. */
  lanes: number;
  /** In one transaction. An outcome that is an error fails its item only. */
  run: (items: readonly I[]) => Promise<readonly (O | Error)[]>;
  isUrgent: (item: I) => boolean;
}

/** The item was not run, since the queue is being stopped. */
export class QueueStoppedError extends Error {
  override name = 'QueueStoppedError';
}

/**
 * Runs items in batches as soon as a lane is free, so an item alone does not wait; urgent ones first. If a batch fails
 * while the database answers, its items run one by one: only the item that cannot be stored fails.
 */
export function createBatchQueue<I, O>({ maxBatch, lanes, run, isUrgent }: BatchQueue<I, O>) {
  const urgent: Waiting<I, O>[] = [];
  const others: Waiting<I, O>[] = [];
  let busy = 0;
  let mostWaiting = Number.POSITIVE_INFINITY;

  async function runBatch(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const outcomes = await run(batch.map(({ item }) => item));
      for (const [at, { done, fail }] of batch.entries()) {
        const outcome = outcomes[at] as O | Error;
        if (outcome instanceof Error) fail(outcome);
        else done(outcome);
      }
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error)) for (const { fail } of batch) fail(error);
      else for (const each of batch) await runBatch([each]);
    }
  }

  function takeBatch(): Waiting<I, O>[] {
    const batch = urgent.splice(0, maxBatch);
    return [...batch, ...others.splice(0, maxBatch - batch.length)];
  }

  async function runLane(): Promise<void> {
    busy += 1;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) await runBatch(batch);
    busy -= 1;
  }

  return {
    add: (item: I): Promise<O> =>
      new Promise((done, fail) => {
        if (urgent.length + others.length >= mostWaiting) return fail(new QueueStoppedError());
        (isUrgent(item) ? urgent : others).push({ item, done, fail });
        if (busy < lanes) void runLane();
      }),
    /** Before a stop: fails what waits beyond one batch. A few items are still run, thousands are not. */
    shed(): void {
      mostWaiting = maxBatch;
      const kept = Math.max(0, maxBatch - urgent.length);
      for (const { fail } of [...urgent.splice(maxBatch), ...others.splice(kept)])
        fail(new QueueStoppedError());
    },
  };
}
