interface Settings {
  run: () => Promise<void>;
  /** Also runs without a wake-up: another process may have written, or the last run failed. */
  pollMs: number;
  onError: (error: unknown) => void;
}

/** Runs at once when woken, and on a timer once started; one run at a time. */
export function createWakeLoop({ run, pollMs, onError }: Settings) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isPolling = false;
  let isStopped = false;

  async function runOnce() {
    clearTimeout(timer);
    await run().catch(onError);
    running = undefined;
    if (isPolling) timer = setTimeout(wake, pollMs);
  }

  /** Resolves after a run that began after this call; a failed run is reported to `onError`. */
  function wake(): Promise<void> {
    if (isStopped) return Promise.resolve();
    if (!running) {
      running = runOnce();
      return running;
    }
    next ??= running.then(() => {
      next = undefined;
      return wake();
    });
    return next;
  }

  return {
    wake,
    start() {
      isPolling = true;
      void wake();
    },
    async stop() {
      isStopped = true;
      isPolling = false;
      clearTimeout(timer);
      await running;
    },
  };
}
