import type { VisitState } from '@manoboard/contract/alert/visit';
import { DAY_S } from '../time.ts';

const isoDay = (atS: number) => new Date(atS * 1000).toISOString().slice(0, 10);

/** The first zones are half a day ahead of UTC, the last ones half a day behind. */
const ZONES_S = DAY_S / 2;
const LONGEST_S = 366 * DAY_S;

/** R7.5: a visit is agreed for today, somewhere on earth, or a later day within a year. */
export const isVisitDay = (day: string, nowS: number) =>
  day >= isoDay(nowS - ZONES_S) && day <= isoDay(nowS + LONGEST_S);

export const isVisitOver = (state: VisitState) => state === 'done' || state === 'cancelled';

/** How soon a visit is due; `today` is the day of the reader. A missed visit stays in view until somebody ends it. */
export function visitGroup(day: string, today: string): 'late' | 'today' | 'week' | 'later' {
  if (day < today) return 'late';
  if (day === today) return 'today';
  return Date.parse(day) - Date.parse(today) < 7 * DAY_S * 1000 ? 'week' : 'later';
}
