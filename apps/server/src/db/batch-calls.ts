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
