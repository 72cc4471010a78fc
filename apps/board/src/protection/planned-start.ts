import type { Retry } from '@manoboard/contract/mqtt/topics';
import type { Clock } from '../clock.ts';
import type { Protection } from './protection.ts';

/** The clocks drift apart by less than this between two synchronisations. */
const SAME_S = 2;

/**
 * R5.11: the next start that the board plans, by the time of the day; unknown without a clock. The same plan keeps its time,
 * since each change of it is a frame.
 */
export function createPlannedStart(clock: Clock, planned: Protection['planned']): () => Partial<Retry> {
  let reportedS = 0;
  return () => {
    const nowMs = clock.unixMs();
    const next = planned();
    if (!next || nowMs === undefined) return {};
    const atS = Math.round((nowMs + next.atMs - clock.elapsedMs()) / 1000);
    if (Math.abs(atS - reportedS) > SAME_S) reportedS = atS;
    return { next_try: reportedS, stopped_for: next.code };
  };
}
