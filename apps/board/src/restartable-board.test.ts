import { expect, it } from 'vitest';
import { fakeClock } from '../test/fake-clock.ts';
import type { Board } from './board.ts';
import { startRestartable } from './restartable-board.ts';

function world(troubles: { start?: (boot: number) => void; stop?: () => Promise<void> }) {
  const clock = fakeClock();
  const boots: number[] = [];
  const errors: unknown[] = [];
  const stopped: number[] = [];
  let restart = () => {};
  const start = (boot: number, again: () => void): Board => {
    troubles.start?.(boot);
    boots.push(boot);
    restart = again;
    async function stop(): Promise<void> {
      stopped.push(boot);
      await troubles.stop?.();
    }
    return { stop };
  };
  const board = startRestartable(1, (last) => last + 1, start, { clock, onError: (e) => errors.push(e) });
  return { clock, boots, errors, stopped, board, restart: () => restart() };
}

it('a failed start is logged and retried with a new boot', async () => {
  const { clock, boots, errors, restart } = world({
    start: (boot) => {
      if (boot === 2) throw new Error('no disk');
    },
  });
  restart();
  await clock.advance(10_000);
  expect(errors).toEqual([new Error('no disk')]);
  expect(boots).toEqual([1, 3]);
});

it('a board that does not stop cleanly still restarts', async () => {
  const { clock, boots, errors, restart } = world({ stop: () => Promise.reject(new Error('no goodbye')) });
  restart();
  await clock.advance(1);
  expect(errors).toEqual([new Error('no goodbye')]);
  expect(boots).toEqual([1, 2]);
});

it('a board stopped while it waits for a retry stays stopped', async () => {
  const { clock, boots, stopped, board, restart } = world({
    start: (boot) => {
      if (boot > 1) throw new Error('no disk');
    },
  });
  restart();
  await clock.advance(1);
  const end = board.stop();
  await clock.advance(10_000);
  await end;
  expect(boots).toEqual([1]);
  expect(stopped).toEqual([1]);
});
