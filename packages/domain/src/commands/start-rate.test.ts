import { expect, it } from 'vitest';
import { mayStart, START_LIMITS } from './start-rate.ts';

it.each([
  ['contract 1.2 the first start', [], 1000, true],
  ['contract 1.2 again after 9 s', [1000], 1009, false],
  ['contract 1.2 again after 10 s', [1000], 1010, true],
  ['contract 1.2 within the same second', [1000.4], 1000, false],
  ['a start of a clock that was set back', [5000], 1000, true],
  ['contract 1.2 the 31st within an hour', Array.from({ length: 30 }, (_, i) => i * 60), 1800, false],
  [
    'contract 1.2 the 31st when the first is an hour old',
    Array.from({ length: 30 }, (_, i) => i * 60),
    3600,
    true,
  ],
] as const)('%s', (_rule, starts, now, expected) =>
  expect(mayStart(starts, now, START_LIMITS)).toBe(expected),
);

it.each([
  ['no gap', [1000], 1000, { gapS: 0, perHour: 2 }, true],
  ['one in an hour', [1000], 4599, { gapS: 0, perHour: 1 }, false],
  ['an hour is over', [1000], 4600, { gapS: 0, perHour: 1 }, true],
] as const)('the limits are settings: %s', (_case, starts, now, limits, expected) =>
  expect(mayStart(starts, now, limits)).toBe(expected),
);
