import { expect, it } from 'vitest';
import { compareDay } from './usual-day.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const T = 1_800_000_000;
const DAYS = [0, 1, 2, 3].map((day) => T + day * DAY);
const NOW = T + 3 * DAY + 2 * HOUR;

/** Two hours of each day, with these starts in the first one. */
const hoursOf = (...starts: (number | null)[]) =>
  starts.flatMap((count, day) => [
    { t: T + day * DAY, kwh: null, starts: count },
    { t: T + day * DAY + HOUR, kwh: null, starts: 1 },
    // After the present hour of the day: not compared.
    { t: T + day * DAY + 5 * HOUR, kwh: null, starts: 50 },
  ]);

it.each([
  ['within the range of the days before', [3, 4, 5, 4], 5, { low: 4, high: 6 }, 'usual'],
  ['above it', [3, 4, 5, 9], 10, { low: 4, high: 6 }, 'more'],
  ['below it', [8, 9, 9, 0], 1, { low: 9, high: 10 }, 'less'],
  ['with fewer than three known days', [3, null, 5, 4], 5, null, 'unknown'],
  ['that is not known itself', [3, 4, 5, null], null, { low: 4, high: 6 }, 'unknown'],
] as const)('R9.2 a day %s', (_case, starts, today, usual, verdict) =>
  expect(compareDay(hoursOf(...starts), 'starts', DAYS, NOW)).toMatchObject({ today, usual, verdict }),
);
