import type { FieldChange } from '@manoboard/contract/activity/device-change';
import type {
  DeliveryChannel,
  EscalationSettings,
  NotificationSettings,
} from '@manoboard/contract/alert/alert-delivery';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
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

export type MatrixRow = keyof NotificationSettings['matrix'];

/** Warnings with channels of their own. */
const ROWS: Partial<Record<AlertKind, MatrixRow>> = {
  board_offline: 'connection',
  weak_wifi: 'connection',
  behaves_differently: 'unusual',
};

/** What decides the channels of an alert; without a kind, warnings in general. */
export interface Classified {
  severity: AlertSeverity;
  kind?: AlertKind;
}

const rowOf = ({ severity, kind }: Classified): MatrixRow =>
  (severity === 'warning' && kind !== undefined && ROWS[kind]) || severity;

/** Channels of a row; a row that was never set uses those of `warning`. */
export const channelsOf = ({ matrix }: Pick<NotificationSettings, 'matrix'>, row: MatrixRow) =>
  matrix[row] ?? matrix.warning;

export const isChannelOn = (
  settings: Pick<NotificationSettings, 'matrix'>,
  alert: Classified,
  channel: DeliveryChannel,
): boolean => channelsOf(settings, rowOf(alert))[channel];

/**
 * A clearing is sent when it has lasted this long, which is also the time in which an alert may be reopened: a fault that
 * comes and goes is one message.
 */
export const CLEARING_DELAY_MS = 15 * 60_000;
