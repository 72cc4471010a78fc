/**
 * Stops what was started, in reverse order. A failed step is logged and does not stop the others. Not an
 * `AsyncDisposableStack`: that rejects a step which is added during the shutdown, and a start that a signal interrupts
 * would leave its Postgres running.
 */
export function createUndo() {
  const steps: (() => unknown)[] = [];
  return {
    add: (step: () => unknown) => void steps.push(step),
    async run(): Promise<void> {
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step();
        } catch (error) {
          console.error(error);
        }
      }
    },
  };
}

export type Undo = ReturnType<typeof createUndo>;
