/** What was started, to be stopped in the opposite order; a step that fails does not keep the others from running. */
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
