import { afterEach, beforeEach, expect, it } from 'vitest';
import { setTimeZone } from '../../../lib/time/time-zone.ts';
import { wallTimeOf } from '../../../lib/time/wall-time.ts';
import { fittingTicks, timeTicks } from './time-axis.ts';

beforeEach(() => setTimeZone('Europe/Bratislava'));
afterEach(() => setTimeZone(null));

const at = (...utc: Parameters<typeof Date.UTC>) => Date.UTC(...utc) / 1000;
const clockOf = (atS: number) => {
  const { day, hours, minutes } = wallTimeOf(atS);
  return `${day}. ${hours}:${String(minutes).padStart(2, '0')}`;
};
const clocks = (fromS: number, toS: number, most: number) =>
  timeTicks(fromS, toS, most).map(({ atS }) => clockOf(atS));

it('ticks of a day are at even hours of the clock, and midnight has the name of the day', () => {
  const from = at(2026, 10, 14, 17, 24);
  expect(clocks(from, from + 86_400, 12)).toEqual([
    '14. 20:00',
    '14. 22:00',
    '15. 0:00',
    ...[2, 4, 6, 8, 10, 12, 14, 16, 18].map((hour) => `15. ${hour}:00`),
  ]);
  expect(timeTicks(from, from + 86_400, 12).map(({ name }) => name)).toEqual([
    ...['time', 'time', 'day'],
    ...Array.from({ length: 9 }, () => 'time'),
  ]);
});

it.each([
  ['25 hours', at(2026, 9, 24, 22), 25, ['25. 0:00', '25. 3:00', '25. 6:00', '25. 9:00']],
  ['23 hours', at(2026, 2, 28, 23), 23, ['29. 0:00', '29. 3:00', '29. 6:00', '29. 9:00']],
] as const)('ticks of a day of %s stay at round hours', (_case, from, hours, first) => {
  const shown = clocks(from, from + hours * 3600, 9);
  expect(shown.slice(0, 4)).toEqual(first);
  expect(shown.at(-1)).toMatch(/0:00$/);
  expect(shown).toHaveLength(9);
});

it('days of a month begin at midnight before and after a clock change', () => {
  const ticks = timeTicks(at(2026, 9, 10), at(2026, 10, 9), 16);
  expect(ticks.every(({ atS }) => wallTimeOf(atS).hours === 0)).toBe(true);
  expect(ticks.every(({ name }) => name === 'day')).toBe(true);
});

it('a year has months, and January the name of the year', () => {
  const ticks = timeTicks(at(2025, 10, 15), at(2026, 10, 15), 12);
  expect(ticks).toHaveLength(12);
  expect(ticks.map(({ atS }) => wallTimeOf(atS).day)).toEqual(Array.from({ length: 12 }, () => 1));
  expect(ticks.filter(({ name }) => name === 'year').map(({ atS }) => wallTimeOf(atS).month)).toEqual([1]);
});

it('the label of a time is left out where the edge would cut it', () => {
  const ticks = [0, 50, 98, 100].map((atS) => ({ atS, name: 'time' as const }));
  const axis = { bounds: { fromS: 0, toS: 100 }, widthPx: 200, rightPx: 12 };
  expect(fittingTicks(ticks, axis, () => 32)).toEqual([true, true, true, false]);
  expect(fittingTicks(ticks, axis, () => 34)).toEqual([true, true, false, false]);
});

it.each([60, 3600, 86_400, 31 * 86_400, 400 * 86_400, 3600 * 86_400])(
  'a range of %d s has between one tick and as many as fit',
  (lengthS) => {
    const count = timeTicks(1_790_000_000, 1_790_000_000 + lengthS, 8).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(9);
  },
);
