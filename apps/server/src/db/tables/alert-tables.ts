import type { AlertCode, CourseChange } from '@manoboard/contract/alert/alert';
import type {
  DeliveryChange,
  DeliveryChannel,
  DeliveryState,
  DeliveryStep,
  EscalationSettings,
  NotificationSettings,
  Ways,
} from '@manoboard/contract/alert/alert-delivery';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { OutgoingFailure } from '@manoboard/contract/alert/push-subscription';
import type { RecipientState } from '@manoboard/contract/device/sharing';
import type { Locale } from '@manoboard/contract/locales';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import type { DayFigures } from '@manoboard/domain/alerts/normal/day-figures';
import type { Outage } from '@manoboard/domain/alerts/outage';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DeviceKey } from '../device-key.ts';

/** Raised by events of a board, by a rule, or by both; at most one of a device and kind is open. Only a user resolves it. */
export interface AlertTable {
  id: Generated<number>;
  /** Nothing for an alert of the whole installation. */
  device_id: DeviceKey | null;
  /** The first event of the board; nothing if only a rule raised it. */
  event_id: string | null;
  kind: AlertKind;
  code: AlertCode;
  severity: EventSeverity;
  raised_at: Date;
  cleared_at: Date | null;
  resolved_at: Date | null;
  resolved_by: number | null;
  mail_sent_at: Date | null;
  notes: string | null;
  /** Nothing for a deleted account, whose `assigned_at` stays. */
  assignee_id: number | null;
  assigned_at: Date | null;
  /** IDs of the boards that report the same converter, of FC_ID_CONFLICT only. */
  other_boards: string[] | null;
  /** Messages that were not accepted, of MESSAGE_FLOOD only. */
  held_messages: number | null;
  /** Since when the condition holds, if before `raised_at`. */
  since_at: Date | null;
  /** Measured or counted when it was raised. */
  numbers: ColumnType<Record<string, number>, string | undefined, string>;
  /** The numbers of the rule that applied. */
  thresholds: ColumnType<Record<string, number>, string | undefined, string>;
  /** The rule holds it open; events of the board may too (`board_event.alert_id`). */
  is_by_rule: Generated<boolean>;
  occurrences: Generated<number>;
  shelved_until: Date | null;
  shelved_by: number | null;
}

/** What the rules remember about a device; `version` grows by one with each write. */
interface AlertRuleStateTable {
  device_id: DeviceKey;
  state: ColumnType<unknown, string, string>;
  version: Generated<number>;
  at: Date;
}

/** What people did with an alert. */
interface AlertStepTable {
  id: GeneratedAlways<number>;
  alert_id: number;
  change: CourseChange;
  /** Null for a deleted account. */
  user_id: number | null;
  at: Date;
}

interface AlertSettingsTable {
  device_id: DeviceKey;
  settings: ColumnType<unknown, string, string>;
  user_id: number | null;
  at: Date;
}

/** The ledger: one row per alert, change, occurrence, receiver and target. */
interface AlertDeliveryTable {
  id: GeneratedAlways<number>;
  alert_id: number;
  change: DeliveryChange;
  /** Number of the occurrence: another stop of the pump is delivered again. */
  occurrence: Generated<number>;
  step: DeliveryStep;
  /** Nothing for targets of the installation. */
  user_id: number | null;
  channel: DeliveryChannel;
  target_id: string;
  target_label: string;
  state: Generated<DeliveryState>;
  created_at: Date;
  /** When it is due. A claim moves it to the end of its lease. */
  next_at: Date;
  attempts: Generated<number>;
  /** Error of the last failed attempt. */
  reason: string | null;
  /** Deliveries with the same key are one message; set by the first claim, and kept by retries. */
  message_key: string | null;
  formed_at: Date | null;
  sent_at: Date | null;
  failed_at: Date | null;
  seen_at: Date | null;
}

/** R4.18: a person without rights who is told of alarms once they agreed; it ends with the access of who asked them. */
interface AlertRecipientTable {
  id: GeneratedAlways<number>;
  device_id: DeviceKey;
  asked_by: number;
  name: string;
  email: string;
  locale: Locale;
  state: Generated<RecipientState>;
  asked_at: Date;
  /** When the state began. */
  changed_at: Date;
}

/** A receiver of an alert whom no channel reaches, with the reason of each channel. */
interface AlertUnreachedTable {
  alert_id: number;
  change: DeliveryChange;
  occurrence: number;
  user_id: number;
  step: DeliveryStep;
  ways: ColumnType<Ways, string, never>;
  created_at: Date;
}

/** A step of escalation that is not due yet. */
interface AlertEscalationTable {
  alert_id: number;
  step: DeliveryStep;
  occurrence: Generated<number>;
  due_at: Date;
}

interface EscalationSettingsTable {
  device_id: DeviceKey;
  settings: ColumnType<EscalationSettings, string, string>;
  changed_by: number | null;
  changed_at: Date;
}

interface NotificationSettingsTable {
  user_id: number;
  settings: ColumnType<NotificationSettings, string, string>;
}

/** The key pair by which push services recognise the installation (VAPID); one row. */
interface PushKeyTable {
  id: 1;
  public_key: string;
  private_key: string;
}

/** A browser that gets notifications. */
interface PushSubscriptionTable {
  id: GeneratedAlways<number>;
  user_id: number;
  /** The end of this session deletes the row; its expiry does not, and leaves null. */
  session_id: Buffer | null;
  endpoint: string;
  /** SHA-256. */
  endpoint_hash: Buffer;
  p256dh: string;
  auth: string;
  user_agent: string | null;
  created_at: Date;
  /** The last notification that was accepted, and the last attempt if it failed. */
  sent_at: Date | null;
  failed_at: Date | null;
  failure: OutgoingFailure | null;
}

interface WebhookTable {
  id: GeneratedAlways<number>;
  /** Null for a webhook of the installation. */
  user_id: number | null;
  name: string;
  url: string;
  /** Signs the messages, so it cannot be kept as a hash. */
  secret: Buffer;
  created_at: Date;
}

interface WebhookCallTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  at: Date;
  is_test: boolean;
  status: number | null;
  duration_ms: number;
  failure: OutgoingFailure | null;
  answer: string | null;
}

interface ServerReportTable {
  server_id: string;
  seen_at: Date;
  online: number;
  outage: ColumnType<Outage | null, string | null, string | null>;
}

interface NormalDayTable {
  device_id: DeviceKey;
  day: number;
  figures: ColumnType<Omit<DayFigures, 'day'>, string, string>;
}

interface NormalAcceptedTable {
  device_id: DeviceKey;
  from_day: number;
  to_day: number;
  user_id: number | null;
  at: Date;
}

export interface AlertTables {
  alert: AlertTable;
  alert_rule_state: AlertRuleStateTable;
  alert_settings: AlertSettingsTable;
  alert_step: AlertStepTable;
  alert_delivery: AlertDeliveryTable;
  alert_escalation: AlertEscalationTable;
  alert_unreached: AlertUnreachedTable;
  alert_recipient: AlertRecipientTable;
  escalation_settings: EscalationSettingsTable;
  notification_settings: NotificationSettingsTable;
  push_key: PushKeyTable;
  push_subscription: PushSubscriptionTable;
  webhook: WebhookTable;
  webhook_call: WebhookCallTable;
  server_report: ServerReportTable;
  normal_day: NormalDayTable;
  normal_accepted: NormalAcceptedTable;
}
