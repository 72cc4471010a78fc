import { secondsOfWallTime, wallTimeOf } from '../lib/time/wall-time.ts';

/** Day first, as in both languages, with any common separator; or 2026-11-30, the value of a date field. */
const TYPED = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})\.?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function partsOf(text: string): (number | undefined)[] {
  const day = DAY.exec(text)?.slice(1).map(Number);
  return day ?? TYPED.exec(text)?.slice(1).map(Number).reverse() ?? [];
}

/** Unix seconds of the last second of a day in the display zone; `null` for an invalid date. */
export function endOfDay(text: string): number | null {
  const [year, month, day] = partsOf(text.trim());
  if (year === undefined || month === undefined || day === undefined) return null;
  if (new Date(Date.UTC(year, month - 1, day)).getUTCMonth() !== month - 1) return null;
  return secondsOfWallTime({ year, month, day: day + 1, hours: 0, minutes: 0 }) - 1;
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The day in the display zone as the value of a date field; empty for access without an end. */
export function dayOf(seconds: number | null): string {
  if (seconds === null) return '';
  const { year, month, day } = wallTimeOf(seconds);
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}
