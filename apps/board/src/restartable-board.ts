import type { Board } from './board.ts';
import { type Clock, pause, systemClock } from './clock.ts';

const TRY_AGAIN_MS = 5_000;

interface Surroundings {
  clock: Clock;
  /** Logs a failure of one board; the other boards keep running. */
  onError: (error: unknown) => void;
}

/** Starts a board and restarts it on its request, with the next boot. */
export function startRestartable(
  firstBoot: number,
  nextBoot: (last: number) => number,
  start: (boot: number, restart: () => void) => Board,
  { clock, onError }: Surroundings = { clock: systemClock, onError: () => undefined },
): Board {
  let boot = firstBoot;
  let isStopped = false;
  let restarting: Promise<void> | undefined;
  let board = start(boot, restart);

  function isStarted(): boolean {
    try {
      boot = nextBoot(boot);
      board = start(boot, restart);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  async function startAgain(): Promise<void> {
    await board.stop().catch(onError);
    while (!isStopped && !isStarted()) await pause(clock, TRY_AGAIN_MS);
    restarting = undefined;
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
