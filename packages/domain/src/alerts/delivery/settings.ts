import type {
  DeliveryChannel,
  DeliveryStep,
  EscalationSettings,
  NotificationSettings,
} from '@manoboard/contract/nouns/alert-delivery';
import type { AlertSeverity } from '../rules/kinds.ts';

/** Everything on: push and webhook have no targets until the user adds one. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = {
  matrix: {
    alarm: { mail: true, push: true, webhook: true },
    warning: { mail: true, push: true, webhook: true },
  },
  quiet_hours: null,
  zone: 'Europe/Bratislava',
  digest_over: 5,
};

export const DEFAULT_ESCALATION: EscalationSettings = {
  alarm_minutes: 15,
  warning_minutes: null,
  delegates: true,
  technicians: true,
};

export const isChannelOn = (
  { matrix }: NotificationSettings,
  severity: AlertSeverity,
  channel: DeliveryChannel,
): boolean => matrix[severity][channel];

/**
 * A clearing is sent when it has lasted this long, which is also the time in which an alert may be reopened: a fault that
 * comes and goes is one message.
 */
export const CLEARING_DELAY_MS = 15 * 60_000;

const LADDER = ['delegates', 'technicians'] as const;
type LadderStep = (typeof LADDER)[number];

/** The step after this one, and its delay; undefined at the end of the ladder or without one. */
export function nextStep(
  settings: EscalationSettings,
  severity: AlertSeverity,
  step: DeliveryStep,
): { step: LadderStep; afterMs: number } | undefined {
  const minutes = severity === 'alarm' ? settings.alarm_minutes : settings.warning_minutes;
  const next = LADDER.slice(LADDER.indexOf(step as LadderStep) + 1).find((name) => settings[name]);
  return minutes === null || !next ? undefined : { step: next, afterMs: minutes * 60_000 };
}
