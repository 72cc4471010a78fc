import type { EventSeverity } from '@manoboard/contract/mqtt/event';

/** The groups of a list of alerts: damage is near, a person should look, over. */
export const ALERT_GROUPS = ['harm', 'look', 'over'] as const;
export type AlertGroup = (typeof ALERT_GROUPS)[number];

interface AlertFacts {
  severity: EventSeverity;
  isResolved: boolean;
  /** Its cause is gone. */
  isCleared: boolean;
  /** Silent until a time. */
  isShelved: boolean;
}

/**
 * R7.4: a lasting alarm means damage; a cleared alarm needs a look until somebody resolves it, and so does what lasts. A
 * warning that has cleared is over, although nobody has resolved it. A person who silenced an alarm knows of it.
 */
export function alertGroup({ severity, isResolved, isCleared, isShelved }: AlertFacts): AlertGroup {
  if (isResolved) return 'over';
  if (severity === 'alarm') return isCleared || isShelved ? 'look' : 'harm';
  return isCleared ? 'over' : 'look';
}
