import type { History } from '@manoboard/contract/history/history';
import { switchOf } from './pump.ts';

export interface OffStretch {
  /** Off at every measured moment since. */
  sinceS: number;
  /** Before it the pump was on; else nothing is known of the time before. */
  isStart: boolean;
}

/** The last stretch of a history in which the pump was off; `null` when it was not off at the end. A gap ends it: the pump may have run. */
export function offStretch({
  t,
  step_s,
  series,
}: Pick<History, 't' | 'step_s' | 'series'>): OffStretch | null {
  const { min = [], max = [] } = series.on_off_state_r ?? {};
  const isKnown = (at: number) => min[at] != null;
  const isOff = (at: number) =>
    min[at] != null && min[at] === max[at] && switchOf({ on_off_state_r: min[at] }) === 'off';
  let end = t.length - 1;
  // The bucket of this moment may have no frame yet.
  if (!isKnown(end)) end -= 1;
  let at = end;
  while (at >= 0 && isOff(at)) at -= 1;
  const before = t[at];
  // The pump was on and off within this bucket.
  if (before !== undefined && isKnown(at)) return { sinceS: before + step_s, isStart: true };
  const sinceS = t[at + 1];
  return at === end || sinceS === undefined ? null : { sinceS, isStart: false };
}
