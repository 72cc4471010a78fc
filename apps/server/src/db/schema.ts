import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { EventCode, EventSeverity } from '@manoboard/contract/mqtt/event';
import type { OtaError, OtaJob } from '@manoboard/contract/mqtt/firmware';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { Personalization, Role } from '@manoboard/contract/nouns/account';
import type { AlertCode, AlertKind } from '@manoboard/contract/nouns/alert';
import type {
  DeliveryChange,
  DeliveryChannel,
  DeliveryState,
  DeliveryStep,
  EscalationSettings,
  NotificationSettings,
} from '@manoboard/contract/nouns/alert-delivery';
import type { CommandOp, CommandRole, CommandStatus, CommandValue } from '@manoboard/contract/nouns/command';
import type { LastData } from '@manoboard/contract/nouns/device';
import type {
  ChangeAction,
  ChangeKind,
  ChangeStatus,
  ChangeStep,
  FieldChange,
} from '@manoboard/contract/nouns/device-change';
import type { CfgReported, DeviceConfig } from '@manoboard/contract/nouns/device-config';
import type { EnergyCurrency } from '@manoboard/contract/nouns/energy';
import type { Changelog, UpdateStatus } from '@manoboard/contract/nouns/firmware-release';
import type { HistoryMetric } from '@manoboard/contract/nouns/history';
import type { InboxEvent } from '@manoboard/contract/nouns/inbox';
import type { OutgoingFailure } from '@manoboard/contract/nouns/push-subscription';
import type { WorkKind } from '@manoboard/contract/nouns/work';
import type { DayFigures } from '@manoboard/domain/alerts/normal/day-figures';
import type { Outage } from '@manoboard/domain/alerts/outage';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { DeviceKey } from './device-key.ts';

type Now = ColumnType<Date, Date | undefined, never>;

interface UserTable {
  id: Generated<number>;
  email: string;
  password_hash: string;
  name: string;
  surname: string;
  phone_number: string | null;
  address: string | null;
  terms_accepted_at: Date;
  /** Hash of the text that was agreed to. */
  terms_version: string | null;
  /** R4.3d: nothing until the mailed link is used. */
  email_confirmed_at: Date | null;
  personalization: ColumnType<Personalization | null, string | undefined, string>;
  /** The user has deleted the account: nothing names them, and the row stays for commands and the log. */
  deleted_at: Date | null;
  /** R7.3: set while the account is disabled. */
  disabled_at: Date | null;
  /** Notes of staff about the user. */
  notes: string | null;
  search_text: GeneratedAlways<string>;
  email_order: GeneratedAlways<string>;
  name_order: GeneratedAlways<string>;
  surname_order: GeneratedAlways<string>;
  /** Searchable name, e-mail, phone and address. */
  contact_text: GeneratedAlways<string>;
  created_at: Now;
}

/** The link that was mailed last; earlier ones are deleted. */
interface PasswordResetTable {
  user_id: number;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  expires_at: Date;
}

/** R4.3d: the confirmation link that was mailed last. */
interface EmailConfirmationTable {
  user_id: number;
  /** The address that the link proves: the account's own, or a pending one. */
  email: string;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  expires_at: Date;
}

interface UserRoleTable {
  user_id: number;
  role: Role;
}

interface SessionTable {
  /** SHA-256 of the cookie's token. */
  id: Buffer;
  user_id: number;
  is_remembered: boolean;
  user_agent: string | null;
  /** Address of the login, as limits count it. */
  network: string | null;
  created_at: Now;
  /** Written at most once in ten minutes. */
  last_used_at: ColumnType<Date, Date | undefined, Date>;
  expires_at: Date;
}

/** R3.3: password attempts of one source, for example of an address at an account. */
interface LoginAttemptTable {
  /** SHA-256 of the source. */
  key: Buffer;
  attempts: number;
  /** The next attempt is refused before this time. */
  free_at: Date;
  attempted_at: Date;
}

/** R3.3: a browser in which this account has logged in. */
interface KnownDeviceTable {
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer;
  user_id: number;
  used_at: Date;
  expires_at: Date;
}

interface DeviceTable {
  id: Generated<DeviceKey>;
  id_dev: string;
  alias: string | null;
  secret_hash: Buffer;
  /** SHA-256 of the code on the board's label; nothing for boards that have no label. */
  claim_hash: Buffer | null;
  version: string | null;
  hw: string | null;
  /** As the board reports it; another board may report the same one. */
  fc_id: string | null;
  /** When the board began to report it; for the first converter, the time of the enrolment. */
  fc_since: Date | null;
  fc_type: string | null;
  fc_ident: number | null;
  fc_unit: number | null;
  wifi_rssi: number | null;
  is_wifi_secured: boolean | null;
  capabilities: string[] | null;
  search_text: GeneratedAlways<string>;
  /** Searchable IDs, alias, type and version. */
  fleet_text: GeneratedAlways<string>;
  /** Sort key of the alias, or of the ID without one. */
  alias_order: GeneratedAlways<string>;
  created_at: Now;
}

export interface UserDeviceTable {
  user_id: number;
  device_id: DeviceKey;
  access: 'owner' | 'delegate';
  /** Delegated access ends at this time. */
  expires_at: Date | null;
  /** The user who delegated it. */
  granted_by: number | null;
  /** The user was notified of the expiry. */
  is_end_told: Generated<boolean>;
  created_at: Now;
}

/** One wide row per frame; partitioned by day of `ts`. */
export interface FrameTable extends Partial<Reading> {
  device_id: DeviceKey;
  ts: Date;
  boot: number;
  seq: number;
  received_at: Date;
  fc: number;
  /** The board's clock was unset, more than 5 minutes ahead, or far behind. */
  is_placed_by_arrival: boolean;
  /** Bits of the fields that could not be measured. */
  na: number | null;
}

/** Frames of one hour of a device on a closed day (`frame-codec.ts`); partitioned by day of `start`. */
interface PackedFrameTable {
  device_id: DeviceKey;
  start: Date;
  frames: Buffer;
}

/** Packed statistics of a device: an hour of minutes, or a UTC day of hours. */
interface HistoryTable extends Partial<Record<HistoryMetric, Buffer | null>> {
  device_id: DeviceKey;
  start: Date;
  seen: Buffer;
}

/** One row: hours before this one were rolled up, and of this one the devices up to `device_id`. */
interface HistoryProgressTable {
  hour: Date;
  device_id: number;
}

/** Hours that frames were added to after they were rolled up. */
interface HistoryLateTable {
  id: GeneratedAlways<string>;
  device_id: DeviceKey;
  hour: Date;
}

/** Usage of a device on a UTC day: its hours by number, packed (`usage-row.ts`). */
interface EnergyDayTable {
  device_id: DeviceKey;
  day: Date;
  hours: ColumnType<Record<string, readonly (number | null)[]>, string, string>;
}

/** Tariff of a device for one user, and whether they get the monthly report. */
interface EnergySettingsTable {
  user_id: number;
  device_id: DeviceKey;
  currency: EnergyCurrency;
  price: number | null;
  low_price: number | null;
  low_hours: number[];
  co2_g: number;
  has_report: boolean;
  zone: string;
  /** The first day of the last month that a report was made of. */
  reported_month: Date | null;
}

interface LastDataTable {
  device_id: DeviceKey;
  boot: number;
  seq: number;
  last: ColumnType<LastData, string, string>;
  updated_at: ColumnType<Date, Date, Date>;
}

export interface CommandTable {
  id: string;
  device_id: DeviceKey;
  user_id: number;
  /** The right that the user had: by holding the device, or by a role. */
  role: CommandRole | null;
  op: CommandOp;
  what: string;
  /** What it writes to: two commands with the same target replace each other. */
  target: string;
  register: number | null;
  normalizer: 1 | 10 | null;
  value: ColumnType<CommandValue, string, string>;
  old_value: ColumnType<CommandValue, string, string>;
  reported_value: ColumnType<CommandValue, string | null, string>;
  status: CommandStatus;
  /** The board's reason. */
  error: AckError | null;
  /** The problem that was answered instead of 200, and its details. */
  problem: ProblemCode | null;
  problem_more: ColumnType<Partial<Problem> | null, string | null, string>;
  idempotency_key: string | null;
  request_hash: Buffer | null;
  created_at: Date;
  expires_at: Date;
  published_at: Date | null;
  accepted_at: Date | null;
  finished_at: Date | null;
  /** When the board answered after the timeout. */
  late_answer_at: Date | null;
}

/** Append-only; each row holds the hash of the previous one. `seq` has no gaps. */
interface AuditTable {
  seq: ColumnType<string, number, never>;
  at: Date;
  entry: string;
  previous_hash: Buffer;
  hash: Buffer;
}

/** One row: the end of the log. */
interface AuditHeadTable {
  seq: ColumnType<string, number, number>;
  hash: Buffer;
}

/** R5.7b: a change of a device that is not a command; also a row of the audit log. */
export interface DeviceChangeTable {
  id: GeneratedAlways<string>;
  device_id: DeviceKey;
  kind: ChangeKind;
  action: ChangeAction;
  /** Null for changes by time, without a user. */
  user_id: number | null;
  role: CommandRole | null;
  /** The affected user. */
  person_id: number | null;
  fields: ColumnType<FieldChange[], string, string>;
  status: ChangeStatus;
  reason: string | null;
  steps: ColumnType<ChangeStep[], string | undefined, string>;
  created_at: Date;
  finished_at: Date | null;
}

interface BoardEventTable {
  device_id: DeviceKey;
  id: string;
  code: EventCode;
  severity: EventSeverity;
  raised_at: Date | null;
  cleared_at: Date | null;
  reading: ColumnType<Partial<Reading>, string, string>;
  received_at: Date;
  /** The alert that it raised, or holds open beside other causes. */
  alert_id: number | null;
}

/** Raised by events of a board, by a rule, or by both; at most one of a device and kind is open. Only a user resolves it. */
interface AlertTable {
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

interface AlertSettingsTable {
  device_id: DeviceKey;
  settings: ColumnType<unknown, string, string>;
  user_id: number | null;
  at: Date;
}

/** The ledger: one row per alert, change, receiver and target. */
interface AlertDeliveryTable {
  id: GeneratedAlways<number>;
  alert_id: number;
  change: DeliveryChange;
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
  /** Of the last failed attempt. */
  reason: string | null;
  /** Deliveries with the same key are one message; set by the first claim, and kept by retries. */
  message_key: string | null;
  formed_at: Date | null;
  sent_at: Date | null;
  failed_at: Date | null;
  seen_at: Date | null;
}

/** A step of escalation that is not due yet. */
interface AlertEscalationTable {
  alert_id: number;
  step: DeliveryStep;
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

/** Every requested configuration; versions of one device only grow. */
interface DeviceConfigTable {
  device_id: DeviceKey;
  version: number;
  config: ColumnType<DeviceConfig, string, never>;
  user_id: number | null;
  created_at: Date;
  /** The result that the board reported. */
  answer: CfgReported['st'] | null;
  /** Its row in the timeline. */
  change_id: string | null;
}

/** The last configuration report of the board, and the version in force. */
interface ConfigReportTable {
  device_id: DeviceKey;
  version: number;
  status: CfgReported['st'];
  reason: CfgReported['reason'] | null;
  /** The rejected field. */
  field: string | null;
  /** By the board's clock. */
  reported_at: Date;
  applied_version: number | null;
  applied_at: Date | null;
}

interface FirmwareReleaseTable {
  id: string;
  version: string;
  hw: string;
  /** As the maker signed it. */
  manifest: ColumnType<OtaJob, string, never>;
  changelog: ColumnType<Changelog, string, never>;
  image: Buffer;
  uploaded_at: Date;
  uploaded_by: number | null;
}

interface FirmwareUpdateTable {
  id: Generated<number>;
  device_id: DeviceKey;
  release_id: string;
  from_version: string | null;
  status: UpdateStatus;
  percent: Generated<number>;
  error: OtaError | null;
  is_success: Generated<boolean>;
  started_at: Date;
  started_by: number | null;
  changed_at: Date;
  ended_at: Date | null;
  /** Its row in the timeline. */
  change_id: string | null;
}

/** The last word that was read from a register, and the previous one. */
interface RegisterWordTable {
  device_id: DeviceKey;
  address: number;
  /** The converter that the word was read from; words of another one are not shown. */
  fc_id: string;
  word: number;
  read_at: Date;
  previous_word: number | null;
}

/** R1.7: stored as it was at the time: former users must not see later aliases of the device. */
interface InboxItemTable {
  id: GeneratedAlways<string>;
  user_id: number;
  event: ColumnType<InboxEvent, string, never>;
  is_message: GeneratedAlways<boolean>;
  created_at: Date;
}

/** R5.10: at most one of a device has no `ended_at`. */
interface LockOutTable {
  id: GeneratedAlways<number>;
  device_id: DeviceKey;
  user_id: number;
  reason: string;
  until: Date | null;
  created_at: Date;
  /** Removed, or the expiry was noticed. */
  ended_at: Date | null;
}

/** The person who takes care of an offline or locked-out device. */
interface WorkAssigneeTable {
  device_id: DeviceKey;
  kind: WorkKind;
  /** The lock-out tag; 0 for an offline period. */
  cause_id: number;
  user_id: number;
  assigned_at: Date;
}

/** An event that is stored but not yet emitted. */
interface OutboxEventTable {
  id: GeneratedAlways<string>;
  name: string;
  payload: ColumnType<unknown, string, never>;
  created_at: GeneratedAlways<Date>;
}

/** Work that is not done yet. */
interface OutboxTaskTable {
  id: GeneratedAlways<string>;
  kind: string;
  /** A new task deletes tasks of the same kind and key that have failed so far. */
  key: string;
  payload: ColumnType<unknown, string, string>;
  created_at: Date;
  attempts: Generated<number>;
  /** When it is due. A claim moves it to the end of its lease. */
  next_at: Date;
  /** Of the last attempt. */
  error: string | null;
  /** When it was given up; the payload is erased then. */
  failed_at: Date | null;
}

/** Whether the database holds demo or real rows; they never share one. */
export type InstallationKind = 'demo' | 'real';

/** At most one row. */
interface InstallationTable {
  kind: InstallationKind;
}

/** A row as it is read. */
export type Row<Table> = Selectable<Table>;

interface SetupCodeTable {
  /** SHA-256 of the printed code. */
  code_hash: Buffer;
  expires_at: Date;
}

/** A scheduled backup. An unfinished row is running, or its server ended. */
interface BackupRunTable {
  id: GeneratedAlways<number>;
  started_at: Date;
  finished_at: Date | null;
  file: string | null;
  size_bytes: number | null;
  error: string | null;
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

export interface Schema {
  app_user: UserTable;
  user_role: UserRoleTable;
  session: SessionTable;
  login_attempt: LoginAttemptTable;
  known_device: KnownDeviceTable;
  password_reset: PasswordResetTable;
  email_confirmation: EmailConfirmationTable;
  setup_code: SetupCodeTable;
  device: DeviceTable;
  user_device: UserDeviceTable;
  frame: FrameTable;
  packed_frame: PackedFrameTable;
  history_minute: HistoryTable;
  history_hour: HistoryTable;
  history_progress: HistoryProgressTable;
  history_late: HistoryLateTable;
  energy_day: EnergyDayTable;
  energy_settings: EnergySettingsTable;
  last_data: LastDataTable;
  command: CommandTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
  device_change: DeviceChangeTable;
  board_event: BoardEventTable;
  alert: AlertTable;
  alert_rule_state: AlertRuleStateTable;
  alert_settings: AlertSettingsTable;
  alert_delivery: AlertDeliveryTable;
  alert_escalation: AlertEscalationTable;
  escalation_settings: EscalationSettingsTable;
  notification_settings: NotificationSettingsTable;
  device_config: DeviceConfigTable;
  config_report: ConfigReportTable;
  firmware_release: FirmwareReleaseTable;
  firmware_update: FirmwareUpdateTable;
  register_word: RegisterWordTable;
  inbox_item: InboxItemTable;
  lock_out: LockOutTable;
  work_assignee: WorkAssigneeTable;
  outbox_event: OutboxEventTable;
  outbox_task: OutboxTaskTable;
  installation: InstallationTable;
  push_key: PushKeyTable;
  push_subscription: PushSubscriptionTable;
  webhook: WebhookTable;
  webhook_call: WebhookCallTable;
  backup_run: BackupRunTable;
  server_report: ServerReportTable;
  normal_day: NormalDayTable;
  normal_accepted: NormalAcceptedTable;
}
