import type { LastData } from '@manoboard/contract/device/device';
import type { EventCode } from '@manoboard/contract/mqtt/event';
import { switchOf } from './pump.ts';

/** R5.11: the board will start the pump again by itself. */
export interface PlannedTry {
  /** Unix seconds. */
  atS: number;
  /** Why the pump was stopped; `null`: the board did not say. */
  stoppedFor: EventCode | null;
}

/** R5.11: the start that the board plans, as it reported it last; `null` without one, and while the pump is on. */
export function plannedTry(last: LastData | undefined): PlannedTry | null {
  if (!last || switchOf(last.data) === 'on') return null;
  const { next_try, stopped_for } = last;
  return next_try ? { atS: next_try, stoppedFor: stopped_for ?? null } : null;
}
