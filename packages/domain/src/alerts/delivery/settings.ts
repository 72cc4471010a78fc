import type {
  DeliveryChannel,
  DeliveryStep,
  EscalationSettings,
  NotificationSettings,
} from '@manoboard/contract/nouns/alert-delivery';
import type { FieldChange } from '@manoboard/contract/nouns/device-change';
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

const ESCALATION_FIELDS = ['alarm_minutes', 'warning_minutes', 'delegates', 'technicians'] as const;

/** Settings that differ, as fields of the timeline. */
export const escalationChanges = (before: EscalationSettings, after: EscalationSettings): FieldChange[] =>
  ESCALATION_FIELDS.flatMap((name) =>
    before[name] === after[name]
      ? []
      : [{ field: `escalation.${name}`, old: before[name], new: after[name] }],
  );

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

export const LADDER = ['delegates', 'technicians'] as const;
export type LadderStep = (typeof LADDER)[number];

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

/** The steps after the owner for alerts of this severity, each with its minutes after the alert was raised. */
export function ladderOf(settings: EscalationSettings, severity: AlertSeverity) {
  const steps: { step: LadderStep; afterMin: number }[] = [];
  let next = nextStep(settings, severity, 'owner');
  while (next) {
    steps.push({ step: next.step, afterMin: (steps.at(-1)?.afterMin ?? 0) + next.afterMs / 60_000 });
    next = nextStep(settings, severity, next.step);
  }
  return steps;
}
