import { expect, it, vi } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const refuse = () => new Error('busy');

it('the semaphore runs at most two at once, in the order of their calls', async () => {
  const { run } = createSemaphore({ max: 2, maxWaiting: 10, refuse });
  const started: number[] = [];
  const ends = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
  const runs = ends.map(({ promise }, n) =>
    run(() => {
      started.push(n);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  ends[1]?.resolve();
  await runs[1];
  await vi.waitFor(() => expect(started).toEqual([0, 1, 2]));
  for (const { resolve } of ends) resolve();
  await Promise.all(runs);
  expect(started).toEqual([0, 1, 2, 3]);
});

it('the semaphore refuses when too many wait, when the wait is too long and when the caller aborts', async () => {
  vi.useFakeTimers();
  const { acquire } = createSemaphore({ max: 1, maxWaiting: 2, waitMs: 1000, refuse });
  const release = await acquire();
  const leaving = new AbortController();
  const late = expect(acquire()).rejects.toThrow('busy');
  const left = expect(acquire(leaving.signal)).rejects.toThrow('left');
  await expect(acquire()).rejects.toThrow('busy');
  leaving.abort(new Error('left'));
  await left;
  vi.advanceTimersByTime(1000);
  await late;
  release();
  release();
  (await acquire())();
  (await acquire())();
  vi.useRealTimers();
});

it('the semaphore frees a place when the work fails', async () => {
  const { run } = createSemaphore({ max: 1, maxWaiting: 0, refuse });
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(run(async () => 1)).resolves.toBe(1);
});
