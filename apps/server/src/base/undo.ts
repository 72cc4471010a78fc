import { setTimeout as wait } from 'node:timers/promises';

/**
 * Stops what was started, in reverse order. A failed step is logged and does not stop the others. Not an
 * `AsyncDisposableStack`: that rejects a step which is added during the shutdown, and a start that a signal interrupts
 * would leave its Postgres running.
 */
export function createUndo(onError: (error: unknown) => void = console.error) {
  const steps: (() => unknown)[] = [];
  return {
    add: (step: () => unknown) => void steps.push(step),
    /** After `withinMs` the other steps are begun without waiting for them: the rest is as after a crash. */
    async run(withinMs?: number): Promise<void> {
      const ended = new AbortController();
      const { signal } = ended;
      const late = withinMs === undefined ? undefined : wait(withinMs, undefined, { signal, ref: false });
      late?.catch(() => {});
      for (let step = steps.pop(); step; step = steps.pop()) {
        const stopped = Promise.resolve().then(step).catch(onError);
        await (late ? Promise.race([stopped, late]) : stopped);
      }
      ended.abort();
    },
  };
}

export type Undo = ReturnType<typeof createUndo>;
