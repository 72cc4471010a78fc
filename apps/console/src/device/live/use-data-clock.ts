import type { LastData } from '@manoboard/contract/nouns/device';
import { judgedAtS } from '@manoboard/domain/telemetry/freshness';
import { useClock } from '../../lib/clock.ts';
import { link } from './live.ts';
import { POLL_INTERVAL_MS } from './live-link.ts';
import { useLinkState } from './use-live.ts';

/**
 * The time by which it is judged what a board has missed. A page that only polls hears of a frame up to a poll after
 * it came: that is no fault of the board's. How old a value is, is told by the clock all the same.
 */
export function useDataClock<Selected extends string | number | boolean | null>(
  select: (nowS: number) => Selected,
): Selected {
  const lateS = useLinkState() === 'polling' ? POLL_INTERVAL_MS / 1000 : 0;
  return useClock((nowS) => select(nowS - lateS));
}

/** R4.5: the time by which a board is judged, its converter and its sensors; a server that hangs is not their fault. */
export function useBlameClock<Selected extends string | number | boolean | null>(
  last: LastData | undefined,
  select: (nowS: number) => Selected,
): Selected {
  return useDataClock((nowS) => select(judgedAtS(last, link.serverHeard(), nowS)));
}
