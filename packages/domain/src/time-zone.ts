import { DAY_MS } from './time.ts';

/** The zone of a device until a person sets another one. */
export const DEFAULT_ZONE = 'Europe/Bratislava';

/** A time zone. Wall time is in milliseconds as if the zone were UTC: calendar arithmetic needs no zone then. */
export interface Zone {
  wallOf: (ms: number) => number;
  /** A repeated wall time maps to its first instant; a skipped one is moved forward by the size of the shift. */
  instantOf: (wallMs: number) => number;
}

const zones = new Map<string, Zone>();

function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: name,
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  /** Offsets of UTC days; NaN when the clock changes on that day. Formatting each hour of a year takes 50 ms. */
  const days = new Map<number, number>();

  function readOffsetMs(ms: number): number {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  }
  function dayOffsetMs(day: number): number {
    const known = days.get(day);
    if (known !== undefined) return known;
    const first = readOffsetMs(day * DAY_MS);
    const offset = first === readOffsetMs((day + 1) * DAY_MS) ? first : Number.NaN;
    if (days.size > 10_000) days.clear();
    days.set(day, offset);
    return offset;
  }
  function offsetMs(ms: number): number {
    const offset = dayOffsetMs(Math.floor(ms / DAY_MS));
    return Number.isNaN(offset) ? readOffsetMs(ms) : offset;
  }
  return {
    wallOf: (ms) => ms + offsetMs(ms),
    instantOf(wallMs) {
      // With the offset before a change of the clock, and with the one after it.
      const early = wallMs - offsetMs(wallMs - DAY_MS);
      const late = wallMs - offsetMs(early);
      const isLate = early + offsetMs(early) !== wallMs && late + offsetMs(late) === wallMs;
      return isLate ? late : early;
    },
  };
}

/** `name` must be known to `Intl`. */
export function zoneOf(name: string): Zone {
  const zone = zones.get(name) ?? createZone(name);
  zones.set(name, zone);
  return zone;
}
