import { SECOND_MS } from '@manoboard/domain/time';
import { zoneOf } from '@manoboard/domain/time-zone';
import { currentTimeZone } from './time-zone.ts';

/** A reading of a calendar and a clock on the wall; `month` is 1 to 12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hours: number;
  minutes: number;
}

const displayZone = () => zoneOf(currentTimeZone());

/** The wall time in the display zone. */
export function wallTimeOf(seconds: number): WallTime {
  const wall = new Date(displayZone().wallOf(seconds * SECOND_MS));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hours: wall.getUTCHours(),
    minutes: wall.getUTCMinutes(),
  };
}

const two = (n: number) => `${n}`.padStart(2, '0');

/** The calendar day of the reader as the contract writes it: 2026-11-20. */
export function dayOf(seconds: number): string {
  const { year, month, day } = wallTimeOf(seconds);
  return `${year}-${two(month)}-${two(day)}`;
}

/**
 * Unix seconds of a wall time in the display zone; days and hours may overflow, as with `Date`. A wall time that the
 * clock shows twice is the first one.
 */
export const secondsOfWallTime = ({ year, month, day, hours, minutes }: WallTime): number =>
  displayZone().instantOf(Date.UTC(year, month - 1, day, hours, minutes)) / SECOND_MS;
