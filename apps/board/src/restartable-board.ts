import type { Board } from './board.ts';

/** Starts a board; it may ask to be started again, which is a new start with the next boot. */
export function startRestartable(
  firstBoot: number,
  nextBoot: (last: number) => number,
  start: (boot: number, restart: () => void) => Board,
): Board {
  let boot = firstBoot;
  let isStopped = false;
  let restarting: Promise<void> | undefined;
  let board = start(boot, restart);

  async function startAgain(): Promise<void> {
    await board.stop();
    restarting = undefined;
    if (isStopped) return;
    boot = nextBoot(boot);
    board = start(boot, restart);
  }

  function restart(): void {
    restarting ??= startAgain();
  }

  return {
    async stop() {
      isStopped = true;
      await (restarting ?? board.stop());
    },
  };
}
