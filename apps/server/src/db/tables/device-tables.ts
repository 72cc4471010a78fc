import type {
  ChangeAction,
  ChangeKind,
  ChangeStatus,
  ChangeStep,
  FieldChange,
} from '@manoboard/contract/activity/device-change';
import type { VisitPart, VisitState } from '@manoboard/contract/alert/visit';
import type { WorkKind } from '@manoboard/contract/alert/work';
import type {
  CommandOp,
  CommandRole,
  CommandStatus,
  CommandValue,
} from '@manoboard/contract/command/command';
import type { ConverterFacts } from '@manoboard/contract/converter/converter-facts';
import type { BoardPump } from '@manoboard/contract/device/board-pump';
import type { CommissioningStep } from '@manoboard/contract/device/commissioning';
import type { AccessLevel, FcRefusal } from '@manoboard/contract/device/device';
import type { CfgReported, DeviceConfig } from '@manoboard/contract/device/device-config';
import type { Place } from '@manoboard/contract/device/place';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { InvitedLevel } from '@manoboard/contract/device/sharing';
import type { Changelog, UpdateStatus } from '@manoboard/contract/firmware/firmware-release';
import type { Problem, ProblemCode } from '@manoboard/contract/http/problem';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import type { Event, EventSeverity } from '@manoboard/contract/mqtt/event';
import type { OtaError, OtaJob } from '@manoboard/contract/mqtt/firmware';
import type { Origins } from '@manoboard/domain/pump/pump-card';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DeviceKey } from '../device-key.ts';
import type { Now } from './column-types.ts';

interface DeviceTable {
  id: Generated<DeviceKey>;
  id_dev: string;
  alias: string | null;
  secret_hash: Buffer;
  /** SHA-256 of the code on the board's label; nothing for boards that have no label. */
  claim_hash: Buffer | null;
  /** The broker refuses the board since then. */
  blocked_at: Date | null;
  version: string | null;
  hw: string | null;
  /** As the board reports it; another board may report the same one. */
  fc_id: string | null;
  /** When the board began to report it; for the first converter, the time of the enrolment. */
  fc_since: Date | null;
  fc_type: string | null;
  /** Hash of the board's own profile; null if it has the one that is shipped for its type. */
  fc_profile: string | null;
  fc_ident: number | null;
  fc_unit: number | null;
  /** R4.16: why the board does not control it; null if it does. `fc_configured` is set with it. */
  fc_refusal: FcRefusal | null;
  fc_configured: string | null;
  /** Time zone of its place; null is the default zone. */
  zone: string | null;
  wifi_rssi: number | null;
  is_wifi_secured: boolean | null;
  capabilities: string[] | null;
  /** What the board knows of its pump; null if it reports nothing. */
  pump: ColumnType<BoardPump | null, string | null, string | null>;
  /** R4.17: where it is; null if nobody has entered it. */
  place: ColumnType<Place | null, string | null, string | null>;
  search_text: GeneratedAlways<string>;
  /** Searchable IDs, alias, place, type and version. */
  fleet_text: GeneratedAlways<string>;
  /** Sort key of the alias, or of the ID without one. */
  alias_order: GeneratedAlways<string>;
  created_at: Now;
}

/** The last new secret of a board. */
interface SecretRenewalTable {
  device_id: DeviceKey;
  /** The ID of the message to the board; the answer carries it too. */
  message_id: string;
  /** Valid beside the secret of the device until it was used or has failed. */
  secret_hash: Buffer | null;
  asked_at: Date;
  stored_at: Date | null;
  used_at: Date | null;
  failed_at: Date | null;
}

export interface UserDeviceTable {
  user_id: number;
  device_id: DeviceKey;
  access: 'owner' | 'delegate';
  /** R4.18: of a delegate; `full` for an owner. */
  level: Generated<AccessLevel>;
  /** Delegated access ends at this time. */
  expires_at: Date | null;
  /** The user who delegated it. */
  granted_by: number | null;
  /** The user was notified of the expiry. */
  is_end_told: Generated<boolean>;
  created_at: Now;
}

/** R4.18: it dies with the access of its giver, and so with the tenure (foreign key). */
interface InvitationTable {
  id: GeneratedAlways<number>;
  device_id: DeviceKey;
  granted_by: number;
  level: InvitedLevel;
  /** Null for a link, which any one account may use. */
  email: string | null;
  /** Null until the mail with the link is sent. */
  token_hash: Buffer | null;
  /** End of the access that it gives. */
  access_until: Date | null;
  created_at: Date;
  expires_at: Date;
}

export interface CommandTable {
  id: string;
  device_id: DeviceKey;
  user_id: number;
  /** The right that the user had: by holding the device, or by a role. */
  role: CommandRole | null;
  /** Name of the integration login that sent it; null for the console. */
  via: string | null;
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
  /** The server that sent it and waits for its answer; null for a stop from the journal and for old rows. */
  server_id: string | null;
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
  /** One of `EventCode`, or one that only the board knows. */
  code: string;
  severity: EventSeverity;
  raised_at: Date | null;
  cleared_at: Date | null;
  reading: ColumnType<Event['d'], string, string>;
  received_at: Date;
  /** The alert that it raised, or holds open beside other causes. */
  alert_id: number | null;
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
  /** When it was last sent to the board. */
  sent_at: Generated<Date | null>;
  /** Its row in the timeline. */
  change_id: string | null;
}

/** Entered and measured values of the pump card; versions of one device only grow. */
/** A checked converter profile of boards, by the hash of its text. */
interface ConverterProfileTable {
  hash: string;
  file: string;
  facts: ColumnType<ConverterFacts, string, never>;
  received_at: Date;
}

interface PumpCardTable {
  device_id: DeviceKey;
  version: number;
  values: ColumnType<PumpValues, string, never>;
  /** Source and time of each value. */
  origins: ColumnType<Origins, string, never>;
  user_id: number | null;
  created_at: Date;
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
  /** The board reported the tag, or stopped the pump under it. */
  confirmed_at: ColumnType<Date | null, Date | undefined, Date>;
}

/** At most one of a device has no `ended_at`; a row that has one is never updated. */
interface CommissioningTable {
  id: GeneratedAlways<number>;
  device_id: DeviceKey;
  user_id: number;
  /** Year and number make the name of the report. */
  year: number;
  number: number;
  /** The report that it corrects. */
  corrects: number | null;
  steps: ColumnType<CommissioningStep[], string, string>;
  /** The pump card at the acceptance. */
  card: ColumnType<PumpValues | null, string | null, string>;
  /** Frame intervals to restore; null while they are not changed. */
  frames_before: ColumnType<
    Pick<DeviceConfig, 'tele_s' | 'tele_idle_s'> | null,
    string | null,
    string | null
  >;
  taken_by: string | null;
  started_at: Date;
  changed_at: Date;
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

interface VisitTable {
  id: GeneratedAlways<number>;
  version: Generated<number>;
  device_id: DeviceKey;
  alert_id: number | null;
  /** 2026-11-20 */
  day: string;
  part: VisitPart;
  /** Null for a deleted account. */
  technician_id: number | null;
  note: string | null;
  state: VisitState;
  wish: string | null;
  created_at: Date;
  changed_at: Date;
}

export interface DeviceTables {
  device: DeviceTable;
  secret_renewal: SecretRenewalTable;
  user_device: UserDeviceTable;
  invitation: InvitationTable;
  command: CommandTable;
  device_change: DeviceChangeTable;
  board_event: BoardEventTable;
  device_config: DeviceConfigTable;
  pump_card: PumpCardTable;
  converter_profile: ConverterProfileTable;
  config_report: ConfigReportTable;
  firmware_release: FirmwareReleaseTable;
  firmware_update: FirmwareUpdateTable;
  register_word: RegisterWordTable;
  lock_out: LockOutTable;
  commissioning: CommissioningTable;
  work_assignee: WorkAssigneeTable;
  visit: VisitTable;
}
