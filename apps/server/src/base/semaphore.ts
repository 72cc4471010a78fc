interface Options {
  /** Holders at once. */
  max: number;
  /** Callers beyond this many waiting ones are refused at once. */
  maxWaiting: number;
  /** Longest wait; without it a caller waits until its turn. */
  waitMs?: number;
  refuse: () => Error;
}

/** FIFO semaphore. */
export function createSemaphore({ max, maxWaiting, waitMs, refuse }: Options) {
  let held = 0;
  const waiting = new Set<() => void>();

  function release() {
    const [next] = waiting;
    if (next) next();
    else held -= 1;
  }

  function enqueue(signal: AbortSignal | undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(enter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', give);
    };
    const give = () => {
      leave();
      reject(signal?.aborted ? signal.reason : refuse());
    };
    const enter = () => {
      leave();
      resolve();
    };
    const timer = waitMs === undefined ? undefined : setTimeout(give, waitMs);
    signal?.addEventListener('abort', give);
    waiting.add(enter);
    return promise;
  }

  /** Resolves with the function that frees the place; it may be called more than once. Throws the reason of an abort. */
  async function acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (held < max) held += 1;
    else if (waiting.size >= maxWaiting) throw refuse();
    else await enqueue(signal);
    let isHeld = true;
    return () => {
      if (isHeld) release();
      isHeld = false;
    };
  }

  return {
    acquire,
    async run<T>(act: () => Promise<T>): Promise<T> {
      const done = await acquire();
      try {
        return await act();
      } finally {
        done();
      }
    },
  };
}
