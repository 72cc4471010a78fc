import { beforeEach, expect, it, vi } from 'vitest';
import { startPolling } from './polling.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const recorder = () => {
  const answers: unknown[] = [];
  return { answers, target: () => (answer: unknown) => void answers.push(answer) };
};
const settled = () => vi.advanceTimersByTimeAsync(0);

it('R6.1 polling sends a request at once and then every 5000 ms by default', async () => {
  const request = vi.fn(async () => 'data');
  const stop = startPolling({ request, ...recorder() });
  await settled();
  expect(request).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4999);
  expect(request).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(request).toHaveBeenCalledTimes(2);
  stop();
});

it('R6.2 polling schedules the next request after the current one completes', async () => {
  let answer = (_: string) => {};
  const request = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const { answers, target } = recorder();
  const stop = startPolling({ request, target, intervalMs: 1000, timeoutMs: 60_000 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(request).toHaveBeenCalledTimes(1);
  answer('late');
  await vi.advanceTimersByTimeAsync(999);
  expect(request).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(request).toHaveBeenCalledTimes(2);
  expect(answers).toEqual(['late']);
  stop();
});

it('R6.2 stopping aborts the request in flight and leaves no timer', async () => {
  const signals: AbortSignal[] = [];
  const request = vi.fn((signal: AbortSignal) => {
    signals.push(signal);
    return signals.length === 1 ? Promise.resolve('first') : new Promise<string>(() => {});
  });
  const stop = startPolling({ request, ...recorder(), intervalMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(request).toHaveBeenCalledTimes(2);
  stop();
  expect(signals[1]?.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(request).toHaveBeenCalledTimes(2);
});

it('R6.2 stopping between two requests leaves no timer', async () => {
  const stop = startPolling({ request: async () => 'data', ...recorder() });
  await settled();
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('R6.2 an answer after the stop is neither delivered nor reported as a failure', async () => {
  let answer = (_: string) => {};
  const { answers, target } = recorder();
  const onFailure = vi.fn();
  const request = () => new Promise<string>((resolve) => (answer = resolve));
  startPolling({ request, target, onFailure })();
  answer('too late');
  await settled();
  expect(answers).toEqual([]);
  expect(onFailure).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it('R6.3 a request that ignores its signal times out, and polling continues', async () => {
  const request = vi.fn((): Promise<string> => new Promise(() => {}));
  const onFailure = vi.fn();
  const stop = startPolling({ request, ...recorder(), onFailure, intervalMs: 1000, timeoutMs: 10_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onFailure).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(request).toHaveBeenCalledTimes(2);
  stop();
});

it('R6.3 polling continues after a failure', async () => {
  const { answers, target } = recorder();
  let turn = 0;
  const request = async () => {
    turn += 1;
    if (turn === 1) throw new Error('no network');
    return turn;
  };
  const stop = startPolling({ request, target, intervalMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toEqual([2]);
  stop();
});

it('R6.3 an undefined answer and an answer without a target are ignored', async () => {
  const request = vi.fn(async (): Promise<string | undefined> => undefined);
  const deliver = vi.fn();
  const stop = startPolling({ request, target: () => deliver, intervalMs: 1000 });
  const stopOther = startPolling({ request: async () => 'data', target: () => undefined, intervalMs: 1000 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(deliver).not.toHaveBeenCalled();
  expect(request).toHaveBeenCalledTimes(4);
  stop();
  stopOther();
});
