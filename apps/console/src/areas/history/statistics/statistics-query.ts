import { statisticsCalls } from '@manoboard/contract/history/statistics.calls';
import { readQuery } from '../../../lib/http/read-query.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { secondsOfWallTime, wallTimeOf } from '../../../lib/time/wall-time.ts';
import type { PeriodDays } from './periods.ts';

/** Alerts and commands of other users send no event to this page. */
const POLL_MS = 60_000;

/** Midnight of today and of the days before it in the display zone, oldest first. */
export function startsOfDays(days: number, nowS: number): number[] {
  const today = { ...wallTimeOf(nowS), hours: 0, minutes: 0 };
  return Array.from({ length: days }, (_, at) =>
    secondsOfWallTime({ ...today, day: today.day - (days - 1 - at) }),
  );
}

export const statisticsQuery = (days: PeriodDays, timeZone: string) => ({
  ...readQuery(['statistics', days, timeZone], statisticsCalls.statistics, {
    query: { start: startsOfDays(days, serverNowS()).map(String) },
  }),
  refetchInterval: POLL_MS,
});
