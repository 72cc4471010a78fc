import { currentTimeZone } from './time-zone.ts';

/** A reading of a calendar and a clock on the wall; `month` is 1 to 12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hours: number;
  minutes: number;
}

const formatIn = (timeZone: string) =>
  Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });

/** A new format takes longer than all that a zoom of the graphs computes. */
let cached: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** The wall time in the display zone. */
export function wallTimeOf(seconds: number): WallTime {
  const zone = currentTimeZone();
  if (cached?.zone !== zone) cached = { zone, format: formatIn(zone) };
  const parts = cached.format.formatToParts(seconds * 1000);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((found) => found.type === type)?.value);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hours: part('hour'),
    minutes: part('minute'),
  };
}

const asUtc = ({ year, month, day, hours, minutes }: WallTime) =>
  Date.UTC(year, month - 1, day, hours, minutes) / 1000;

/** Unix seconds of a wall time in the display zone; days and hours may overflow, as with `Date`. */
export function secondsOfWallTime(wall: WallTime): number {
  const wanted = asUtc(wall);
  const offsetAt = (seconds: number) => asUtc(wallTimeOf(seconds)) - Math.floor(seconds / 60) * 60;
  // The offset at the first guess may be that of the other side of a clock change.
  const guess = wanted - offsetAt(wanted);
  return wanted - offsetAt(guess);
}
