import { expect, it } from 'vitest';
import { retryDelayMs } from './mqtt-link.ts';

const [least, most] = [() => 0, () => 1];

it('the delay doubles with each failure, up to 15 s', () => {
  const delays = [0, 1, 2, 3, 4, 5, 50].map((failures) => retryDelayMs(failures, false, most));
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
});

it('full jitter spreads a fleet over the whole interval, with a minimum delay', () => {
  expect(retryDelayMs(3, false, least)).toBe(200);
  expect(retryDelayMs(3, false, () => 0.5)).toBe(4_100);
});

it('a refused login waits at least 30 s from the first failure on', () => {
  expect(retryDelayMs(0, true, most)).toBe(60_000);
  expect(retryDelayMs(0, true, least)).toBe(30_000);
});
