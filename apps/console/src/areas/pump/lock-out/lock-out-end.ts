import { HOUR_S } from '@manoboard/domain/time';
import { secondsOfWallTime, wallTimeOf } from '../../../lib/time/wall-time.ts';

export const ENDS = ['none', 'hour', 'evening', 'own'] as const;
export type End = (typeof ENDS)[number];

const EVENING_H = 20;

/** The next occurrence of a time of day in the display zone. */
function nextTime(hours: number, minutes: number, nowS: number): number {
  const today = { ...wallTimeOf(nowS), hours, minutes };
  const at = secondsOfWallTime(today);
  return at > nowS ? at : secondsOfWallTime({ ...today, day: today.day + 1 });
}

/** Accepts "19:30" and "7.05". */
export function readTime(typed: string, nowS: number): number | undefined {
  const [, hours = '', minutes = ''] = /^\s*(\d{1,2})[:.](\d{2})\s*$/.exec(typed) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return nextTime(Number(hours), Number(minutes), nowS);
}

/** The end in Unix seconds; `null` is no end, `undefined` an invalid time. */
export function endOf(end: End, typed: string, nowS: number): number | null | undefined {
  if (end === 'none') return null;
  if (end === 'hour') return nowS + HOUR_S;
  return end === 'evening' ? nextTime(EVENING_H, 0, nowS) : readTime(typed, nowS);
}
