export const ENDS = ['none', 'hour', 'evening', 'own'] as const;
export type End = (typeof ENDS)[number];

const HOUR_S = 3600;
const EVENING_H = 20;

const toS = (date: Date) => Math.floor(date.getTime() / 1000);

/** Today at this time of the day, by the browser's clock; tomorrow if it has passed. */
function nextTime(hours: number, minutes: number, nowS: number): number {
  const at = new Date(nowS * 1000);
  at.setHours(hours, minutes, 0, 0);
  if (toS(at) <= nowS) at.setDate(at.getDate() + 1);
  return toS(at);
}

/** "19:30" or "7.05"; anything else is no time. */
export function readTime(typed: string, nowS: number): number | undefined {
  const [, hours = '', minutes = ''] = /^\s*(\d{1,2})[:.](\d{2})\s*$/.exec(typed) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return nextTime(Number(hours), Number(minutes), nowS);
}

/** Until when, Unix seconds; `null` is without an end, `undefined` a time that cannot be read. */
export function endOf(end: End, typed: string, nowS: number): number | null | undefined {
  if (end === 'none') return null;
  if (end === 'hour') return nowS + HOUR_S;
  return end === 'evening' ? nextTime(EVENING_H, 0, nowS) : readTime(typed, nowS);
}
