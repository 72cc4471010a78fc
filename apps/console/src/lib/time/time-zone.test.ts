import { afterEach, expect, it } from 'vitest';
import { browserTimeZone, currentTimeZone, setTimeZone } from './time-zone.ts';
import { secondsOfWallTime, wallTimeOf } from './wall-time.ts';

afterEach(() => setTimeZone(null));

const wall = (year: number, month: number, day: number, hours: number, minutes = 0) => ({
  year,
  month,
  day,
  hours,
  minutes,
});

it.each([
  ['Europe/Bratislava', '2026-01-15T18:30:00Z', wall(2026, 1, 15, 19, 30)],
  ['Europe/Bratislava', '2026-07-15T17:30:00Z', wall(2026, 7, 15, 19, 30)],
  ['America/New_York', '2026-01-16T00:30:00Z', wall(2026, 1, 15, 19, 30)],
  ['Asia/Kolkata', '2026-01-15T18:35:00Z', wall(2026, 1, 16, 0, 5)],
  ['UTC', '2026-12-31T23:59:00Z', wall(2026, 12, 31, 23, 59)],
  // The day of a clock change, before and after it.
  ['Europe/Bratislava', '2026-03-29T00:30:00Z', wall(2026, 3, 29, 1, 30)],
  ['Europe/Bratislava', '2026-03-29T01:30:00Z', wall(2026, 3, 29, 3, 30)],
  ['Europe/Bratislava', '2026-10-25T02:30:00Z', wall(2026, 10, 25, 3, 30)],
])('R3.5 in %s, %s is a wall time and back', (zone, instant, expected) => {
  setTimeZone(zone);
  const seconds = Date.parse(instant) / 1000;
  expect(wallTimeOf(seconds)).toEqual(expected);
  expect(secondsOfWallTime(expected)).toBe(seconds);
});

it('R3.5 a wall time that a clock change repeats is the first one, and a skipped one is an hour later', () => {
  setTimeZone('Europe/Bratislava');
  expect(secondsOfWallTime(wall(2026, 10, 25, 2, 30))).toBe(Date.parse('2026-10-25T00:30:00Z') / 1000);
  expect(secondsOfWallTime(wall(2026, 3, 29, 2, 30))).toBe(Date.parse('2026-03-29T01:30:00Z') / 1000);
});

it('R3.5 a day after the last of a month is in the next month', () => {
  setTimeZone('Europe/Bratislava');
  expect(wallTimeOf(secondsOfWallTime(wall(2026, 2, 29, 0)))).toEqual(wall(2026, 3, 1, 0));
});

it.each([null, 'Europe/Atlantis'])('R3.5 the zone %s is the zone of the browser', (zone) => {
  setTimeZone('America/New_York');
  setTimeZone(zone);
  expect(currentTimeZone()).toBe(browserTimeZone());
});
