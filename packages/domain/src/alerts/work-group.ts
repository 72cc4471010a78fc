import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { DAY_S, HOUR_S } from '../time.ts';

/** How soon an entry of the work list needs a person, most urgent first. */
export type WorkGroup = 'now' | 'today' | 'week';

/** Why an entry is in the work list. An alert is lasting until its cause is gone. */
export type WorkReason =
  | { kind: 'alert'; severity: EventSeverity; isLasting: boolean }
  | { kind: 'offline' }
  | { kind: 'locked_out' };

/** Identifies one cause of an entry about a device: an offline period, or a lock-out tag. */
export interface WorkCause {
  /** ID of the lock-out tag; 0 for an offline period. */
  id: number;
  /** `null` if the board never sent a message. */
  sinceS: number | null;
}

/** R7.5: an assignment ends with its cause. A later message of the board or another tag makes a new cause. */
export const isOfCause = (assignment: { causeId: number; assignedAtS: number }, cause: WorkCause) =>
  assignment.causeId === cause.id && (cause.sinceS === null || assignment.assignedAtS >= cause.sinceS);

/** A warning that lasts longer is as urgent as a cleared alarm. */
const LONG_WARNING_S = 3 * DAY_S;

/**
 * R7.4: a lasting alarm needs a person now, a cleared one today, a warning this week. A device is offline for an hour
 * before it needs a person today, and a lock-out tag of more than a day may be forgotten.
 */
export function workGroup(reason: WorkReason, ageS: number): WorkGroup {
  if (reason.kind === 'offline') return ageS >= HOUR_S ? 'today' : 'week';
  if (reason.kind === 'locked_out') return ageS >= DAY_S ? 'today' : 'week';
  const { severity, isLasting } = reason;
  if (severity === 'alarm') return isLasting ? 'now' : 'today';
  return severity === 'warning' && isLasting && ageS >= LONG_WARNING_S ? 'today' : 'week';
}
