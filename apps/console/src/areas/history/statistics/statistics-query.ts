import { statisticsCalls } from '@manoboard/contract/history/statistics.calls';
import { read } from '../../../lib/http/http.ts';
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
  queryKey: ['statistics', days, timeZone],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(statisticsCalls.statistics, signal, {
      query: { start: startsOfDays(days, serverNowS()).map(String) },
    }),
  refetchInterval: POLL_MS,
});
