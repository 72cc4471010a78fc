import { beforeEach, expect, it, vi } from 'vitest';
import { startPolling } from './polling.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const heard = () => {
  const answers: unknown[] = [];
  return { answers, target: () => (answer: unknown) => void answers.push(answer) };
};
const settled = () => vi.advanceTimersByTimeAsync(0);

it('R6.1 polls at once and then every 5000 ms when no interval is given', async () => {
  const ask = vi.fn(async () => 'data');
  const stop = startPolling({ ask, ...heard() });
  await settled();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

it('R6.2 a poll completes, and only then the next one is scheduled', async () => {
  let answer = (_: string) => {};
  const ask = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const { answers, target } = heard();
  const stop = startPolling({ ask, target, intervalMs: 1000, timeoutMs: 60_000 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).toHaveBeenCalledTimes(1);
  answer('late');
  await vi.advanceTimersByTimeAsync(999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(answers).toEqual(['late']);
  stop();
});

it('R6.2 once stopped nothing more is asked, no timer is left and the open question is aborted', async () => {
  const signals: AbortSignal[] = [];
  const ask = vi.fn((signal: AbortSignal) => {
    signals.push(signal);
    return signals.length === 1 ? Promise.resolve('first') : new Promise<string>(() => {});
  });
  const stop = startPolling({ ask, ...heard(), intervalMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
  expect(signals[1]?.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('R6.2 stopped between two polls, no timer is left', async () => {
  const stop = startPolling({ ask: async () => 'data', ...heard() });
  await settled();
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('R6.2 an answer that comes after the stop is not delivered and not counted as a failure', async () => {
  let answer = (_: string) => {};
  const { answers, target } = heard();
  const onFailure = vi.fn();
  const ask = () => new Promise<string>((resolve) => (answer = resolve));
  startPolling({ ask, target, onFailure })();
  answer('too late');
  await settled();
  expect(answers).toEqual([]);
  expect(onFailure).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

it('R6.3 a poll that hangs times out, even deaf to its signal, and polling goes on', async () => {
  const ask = vi.fn((): Promise<string> => new Promise(() => {}));
  const onFailure = vi.fn();
  const stop = startPolling({ ask, ...heard(), onFailure, intervalMs: 1000, timeoutMs: 10_000 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onFailure).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

it('R6.3 a failure is swallowed and polling goes on', async () => {
  const { answers, target } = heard();
  let turn = 0;
  const ask = async () => {
    turn += 1;
    if (turn === 1) throw new Error('no network');
    return turn;
  };
  const stop = startPolling({ ask, target, intervalMs: 1000 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers).toEqual([2]);
  stop();
});

it('R6.3 an answer that is not one, or that has no target, is ignored', async () => {
  const ask = vi.fn(async (): Promise<string | undefined> => undefined);
  const deliver = vi.fn();
  const stop = startPolling({ ask, target: () => deliver, intervalMs: 1000 });
  const stopOther = startPolling({ ask: async () => 'data', target: () => undefined, intervalMs: 1000 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(deliver).not.toHaveBeenCalled();
  expect(ask).toHaveBeenCalledTimes(4);
  stop();
  stopOther();
});
