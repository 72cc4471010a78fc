import { beforeEach, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

const AFTER_MS = 400;

/** Idle periods happen when the test says so. */
let idle: (didTimeout?: boolean) => Promise<void>;
beforeEach(() => {
  const waiting: IdleRequestCallback[] = [];
  vi.useFakeTimers();
  const before = globalThis.requestIdleCallback;
  globalThis.requestIdleCallback = (run) => waiting.push(run);
  idle = async (didTimeout = false) => {
    for (const run of waiting.splice(0)) run({ didTimeout, timeRemaining: () => 10 });
    await vi.advanceTimersByTimeAsync(0);
  };
  return () => {
    vi.useRealTimers();
    globalThis.requestIdleCallback = before;
  };
});

async function startParts() {
  const loaded: string[] = [];
  const load = (name: string, isUrgent = false) => whenIdle(isUrgent).then(() => loaded.push(name));
  void load('sidebar');
  void load('menu');
  void load('alerts', true);
  await vi.advanceTimersByTimeAsync(AFTER_MS);
  return loaded;
}

it('one part loads in each idle period, an urgent one before the others', async () => {
  const loaded = await startParts();
  expect(loaded).toEqual([]);
  await idle();
  expect(loaded).toEqual(['alerts']);
  await idle();
  await idle();
  expect(loaded).toEqual(['alerts', 'sidebar', 'menu']);
});

it('all parts load when the browser has no idle period for a second', async () => {
  const busy = await startParts();
  await idle(true);
  expect(busy).toHaveLength(3);
});
