import { expect, it } from 'vitest';
import { mayStart, START_LIMITS } from './start-rate.ts';

it.each([
  ['contract 1.2 the first start is allowed', [], 1000, true],
  ['contract 1.2 a start after 9 s is refused', [1000], 1009, false],
  ['contract 1.2 a start after 10 s is allowed', [1000], 1010, true],
  ['contract 1.2 a start within the same second is refused', [1000.4], 1000, false],
  ['a start in the future, before the clock was set back, is ignored', [5000], 1000, true],
  [
    'contract 1.2 the 31st start within an hour is refused',
    Array.from({ length: 30 }, (_, i) => i * 60),
    1800,
    false,
  ],
  [
    'contract 1.2 the 31st start is allowed when the first is an hour old',
    Array.from({ length: 30 }, (_, i) => i * 60),
    3600,
    true,
  ],
] as const)('%s', (_rule, starts, now, expected) =>
  expect(mayStart(starts, now, START_LIMITS)).toBe(expected),
);

it.each([
  ['no gap', [1000], 1000, { gapS: 0, perHour: 2 }, true],
  ['no gap, within the same second', [1000.4], 1000, { gapS: 0, perHour: 2 }, true],
  ['one in an hour', [1000], 4599, { gapS: 0, perHour: 1 }, false],
  ['an hour is over', [1000], 4600, { gapS: 0, perHour: 1 }, true],
] as const)('configured limits: %s', (_case, starts, now, limits, expected) =>
  expect(mayStart(starts, now, limits)).toBe(expected),
);
