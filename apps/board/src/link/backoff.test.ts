import { expect, it } from 'vitest';
import { retryDelayMs } from './backoff.ts';

const [least, most] = [() => 0, () => 1];

it('waits longer after each failure, up to half a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map((failures) => retryDelayMs(failures, false, most));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

it('no two boards wait alike', () => {
  expect(retryDelayMs(3, false, least)).toBe(4_000);
  expect(retryDelayMs(3, false, most)).toBe(8_000);
});

it('a refused login is tried again slowly from the first time on', () => {
  expect(retryDelayMs(0, true, most)).toBe(60_000);
  expect(retryDelayMs(0, true, least)).toBe(30_000);
});
