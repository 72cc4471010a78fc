export const ENDS = ['none', 'hour', 'evening', 'own'] as const;
export type End = (typeof ENDS)[number];

const HOUR_S = 3600;
const EVENING_H = 20;

const toS = (date: Date) => Math.floor(date.getTime() / 1000);

/** The next occurrence of a time of day in the browser's time zone. */
function nextTime(hours: number, minutes: number, nowS: number): number {
  const at = new Date(nowS * 1000);
  at.setHours(hours, minutes, 0, 0);
  if (toS(at) <= nowS) at.setDate(at.getDate() + 1);
  return toS(at);
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
