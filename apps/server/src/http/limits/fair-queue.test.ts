import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const LIMITS = {
  atOnce: 10,
  atOncePerKey: 5,
  perSecond: 100,
  maxWaiting: 20,
  waitMs: 5000,
  lateMs: 50,
  refuse: () => new Error('refused'),
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `names` are in the order in which their requests started; `lag` sets the clock forward, as a busy event loop does. */
function aQueue(change: Partial<typeof LIMITS> = {}) {
  const state = { lagMs: 0 };
  const queue = createFairQueue({ ...LIMITS, ...change, now: () => performance.now() + state.lagMs });
  const names: string[] = [];
  const refused: string[] = [];
  const leaves = new Map<string, () => void>();
  const add = (key: string, name = key) => {
    const { started, leave } = queue.enter(key);
    leaves.set(name, leave);
    void started.then(
      () => names.push(name),
      () => refused.push(name),
    );
  };
  /** `count` requests of a key, named a1, a2 … */
  const addMany = (key: string, count: number) => {
    for (let n = 1; n <= count; n++) add(key, `${key}${n}`);
  };
  return { names, refused, leaves, state, add, addMany };
}
/** Turns of the event loop in which no time passes. */
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await vi.advanceTimersToNextTimerAsync();
};

it('each turn of the event loop starts one request', async () => {
  const { names, addMany } = aQueue();
  addMany('a', 3);
  expect(names).toEqual([]);
  await turns(1);
  expect(names).toEqual(['a1']);
  await turns(1);
  expect(names).toEqual(['a1', 'a2']);
});

it('a key that sends many requests delays another key by one of them', async () => {
  const { names, addMany } = aQueue();
  addMany('a', 10);
  addMany('b', 2);
  await turns(5);
  expect(names).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('a key has its share of those that run at once, and the rest is for other keys', async () => {
  const { names, leaves, add, addMany } = aQueue();
  addMany('a', 8);
  await vi.advanceTimersByTimeAsync(1000);
  expect(names).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  add('b');
  await turns(1);
  expect(names.at(-1)).toBe('b');
  leaves.get('a1')?.();
  await turns(1);
  expect(names.at(-1)).toBe('a6');
});

it('all keys together have a limit of those that run at once', async () => {
  const { names, leaves, addMany } = aQueue();
  for (const key of ['a', 'b', 'c']) addMany(key, 5);
  await vi.advanceTimersByTimeAsync(1000);
  expect(names).toHaveLength(10);
  leaves.get('b1')?.();
  // A second end of the same request frees nothing.
  leaves.get('b1')?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(names).toHaveLength(11);
});

it('starts keep to the rate after a burst', async () => {
  const { names, leaves, add } = aQueue({ maxWaiting: 1000, atOncePerKey: 1000 });
  for (let n = 0; n < 200; n++) add('a', `a${n}`);
  for (let ms = 0; ms < 1000; ms++) {
    await vi.advanceTimersByTimeAsync(1);
    for (const name of names) leaves.get(name)?.();
  }
  // 100 in a second, and the 10 of the burst.
  expect(names.length).toBeGreaterThan(100);
  expect(names.length).toBeLessThanOrEqual(110);
});

it('a request that waits too long is refused, and one that leaves keeps no place', async () => {
  const { names, refused, leaves, addMany } = aQueue({ atOnce: 1, atOncePerKey: 1 });
  addMany('a', 3);
  await turns(1);
  leaves.get('a2')?.();
  await vi.advanceTimersByTimeAsync(4999);
  expect(refused).toEqual(['a2']);
  await vi.advanceTimersByTimeAsync(1);
  expect([names, refused]).toEqual([['a1'], ['a2', 'a3']]);
});

it('a full queue refuses the key with the longest line, not the one that comes', async () => {
  const { names, refused, add, addMany } = aQueue({ atOnce: 1, atOncePerKey: 1, maxWaiting: 4 });
  addMany('a', 5);
  await turns(1);
  expect(refused).toEqual(['a5']);
  expect(names).toEqual(['a1']);
  add('b');
  add('c');
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toEqual(['a5', 'a4']);
  add('b', 'b2');
  await vi.advanceTimersByTimeAsync(1);
  expect(refused.slice(2)).toEqual(['b2']);
});

it('while the event loop is late, a request starts each 100 ms', async () => {
  const { names, leaves, state, addMany } = aQueue({ maxWaiting: 100, atOncePerKey: 100, atOnce: 50 });
  addMany('a', 50);
  const next = async () => {
    // Something else held the event loop.
    state.lagMs += 60;
    await turns(1);
    for (const name of names) leaves.get(name)?.();
  };
  for (let n = 0; n < 5; n++) await next();
  const beginMs = performance.now();
  for (let n = 0; n < 10; n++) await next();
  expect(performance.now() - beginMs).toBe(1000);
  expect(names).toHaveLength(15);
  await turns(1);
  await vi.advanceTimersByTimeAsync(20);
  expect(names.length).toBeGreaterThan(30);
});
