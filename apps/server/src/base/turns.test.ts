import { expect, it, onTestFinished, vi } from 'vitest';
import { beginCommand, createPace } from './turns.ts';

/** Holds the thread, as a computation does. */
function compute(ms: number) {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('computations take turns: other work of the event loop runs after each slice, however many compute', async () => {
  const order: string[] = [];
  const work = async (name: string) => {
    const pace = createPace();
    for (let slice = 1; slice <= 3; slice++) {
      compute(5);
      await pace();
      order.push(name);
    }
  };
  let isOver = false;
  const other = async () => {
    for (; !isOver; order.push('other')) await new Promise((done) => setImmediate(done));
  };
  const watching = other();
  await Promise.all([work('first'), work('second'), work('third')]);
  isOver = true;
  await watching;
  const names = order.filter((name) => name !== 'other');
  expect(names).toEqual([1, 2, 3].flatMap(() => ['first', 'second', 'third']));
  const withoutPause = order.some(
    (name, at) => name !== 'other' && order[at + 1]?.match(/first|second|third/),
  );
  expect(withoutPause).toBe(false);
});

it('computations rest while a command to a pump is under way, and go on after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const end = beginCommand();
  const slices: number[] = [];
  const pace = createPace();
  const work = (async () => {
    for (let slice = 1; slice <= 3; slice++) {
      compute(4);
      await pace();
      slices.push(slice);
    }
  })();
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
  };
  await turns();
  expect(slices).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(slices).toEqual([1]);
  end();
  await vi.advanceTimersByTimeAsync(20);
  await work;
  expect(slices).toEqual([1, 2, 3]);
});

it('a computation whose client has gone ends at its next pause', async () => {
  const gone = new AbortController();
  const pace = createPace(gone.signal);
  gone.abort(new Error('the client has gone'));
  compute(5);
  await expect(pace()).rejects.toThrow('the client has gone');
});
