import { createAtom, useSelector } from '@tanstack/react-store';

/** Computed once: the first `Intl` object loads the tables of the language, 40 ms on a slow phone. */
export const BROWSER_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const timeZoneAtom = createAtom(BROWSER_TIME_ZONE);

/** The zone in which times are displayed and typed. */
export const currentTimeZone = () => timeZoneAtom.get();
export const useDisplayTimeZone = () => useSelector(timeZoneAtom, currentTimeZone);

/** `null`, and a zone that this browser does not know, is the zone of the browser. */
export function setTimeZone(name: string | null) {
  timeZoneAtom.set(name !== null && isKnownZone(name) ? name : BROWSER_TIME_ZONE);
}

function isKnownZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

/** A reading of a calendar and a clock on the wall; `month` is 1 to 12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hours: number;
  minutes: number;
}

/** The wall time in the display zone. */
export function wallTimeOf(seconds: number): WallTime {
  const parts = Intl.DateTimeFormat('en', {
    timeZone: currentTimeZone(),
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    hourCycle: 'h23',
  }).formatToParts(seconds * 1000);
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
