import type { Role } from '@manoboard/contract/account/account';
import type { ChangeAction, ChangeKind, FieldChange } from '@manoboard/contract/activity/device-change';
import type { Command, CommandRole } from '@manoboard/contract/command/command';
import type { CfgReported } from '@manoboard/contract/device/device-config';
import type { ProblemCode } from '@manoboard/contract/http/problem';
import type { Ack } from '@manoboard/contract/mqtt/topics';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import { appendLines } from './audit.service.ts';
import {
  appendStep,
  type ChangeEnd,
  type HeldDevice,
  insertChange,
  listChanges,
  listHeldBy,
  markChangeEnded,
} from './changes.repo.ts';

/** A user who changes something, and the role in which they do it. */
export interface Actor {
  userId: number;
  role: CommandRole | null;
}

/** R5.7b: a change of one device, with a row in its timeline. */
export interface NewChange {
  kind: Exclude<ChangeKind, 'role'>;
  deviceKey: DeviceKey;
  action: ChangeAction;
  /** `null`: the server itself, by a timer. */
  by: Actor | null;
  /** The affected user: the delegate, or the new owner. */
  personId?: number;
  /** Fields that differ, with old and new values. */
  fields?: FieldChange[];
  /** Default `done`; a `change_end` ends a `pending` change. */
  status?: 'pending' | 'done' | 'refused';
  reason?: string;
}

/** R5.7b: one entry in the log, and one in the timeline of every device of the user. */
interface RoleChange {
  kind: 'role';
  action: 'granted' | 'revoked';
  role: Role;
  userId: number;
  /** `null`: the operator, by `npm run cli -- role`. */
  by: Actor | null;
  /** The user's devices, from `devicesOf`; the user may lose some of them together with the role. */
  held: readonly HeldDevice[];
}

/**
 * R7.3: a Super Seller disables or enables an account, whose devices and roles stay as they are, ends its sessions or
 * resets its second factors; or its own user deletes it or changes its factors.
 */
interface AccountChange {
  kind: 'account';
  action:
    | 'disabled'
    | 'enabled'
    | 'deleted'
    | 'sessions_ended'
    | 'factor_added'
    | 'factor_removed'
    | 'recovery_codes'
    | `factor_reset_${'asked' | 'cancelled' | 'done'}`;
  userId: number;
  by: Actor;
}

/** A board that was enrolled in the console. */
interface EnrolmentChange {
  kind: 'enrolment';
  deviceId: string;
  /** A known board got a new secret and claim code. */
  isReplacing: boolean;
  by: Actor;
}

/** A board that the broker refuses from now on, or accepts again. */
interface BoardBlock {
  kind: 'board_block';
  deviceId: string;
  isBlocked: boolean;
  by: Actor;
}

/** A new secret of a board: asked for in the console, answered by the board, used at its first login. */
interface BoardSecret {
  kind: 'board_secret';
  step: 'asked' | 'stored' | 'failed' | 'used';
  deviceId: string;
  /** `null`: the board. */
  by: Actor | null;
}

/** A webhook of the installation, which gets the alerts of all devices. The address may hold a token: only its host is logged. */
interface WebhookAudit {
  kind: 'webhook';
  action: 'added' | 'changed' | 'removed';
  webhookId: number;
  host: string;
  by: Actor;
}

/** A login on the broker that a user created for another program; it sees their devices, and may switch pumps. */
interface IntegrationAudit {
  kind: 'integration';
  action: 'added' | 'changed' | 'removed';
  integrationId: number;
  canSwitch: boolean;
  by: Actor;
}

/** A token with which a script of the user calls the API; it sees their devices, and may switch pumps. */
interface TokenAudit {
  kind: 'token';
  action: 'added' | 'removed';
  tokenId: number;
  canSwitch: boolean;
  by: Actor;
}

/** A label or a group of the staff, and the devices that got or lost it. Owners do not see it in the timeline. */
interface LabelAudit {
  kind: 'label';
  action: 'added' | 'renamed' | 'removed' | 'attached' | 'detached';
  labelId: number;
  name: string;
  devices: readonly string[];
  by: Actor;
}

/** Pumps that feed one house or tank together. */
interface WaterSystemAudit {
  kind: 'water_system';
  action: 'added' | 'changed' | 'removed';
  systemId: number;
  name: string;
  devices: readonly string[];
  by: Actor;
}

/** R5.7: a write that was refused and is not a command. */
export interface RefusedWrite {
  kind: 'refused_write';
  what: 'config' | 'firmware';
  deviceId: string;
  /** As the user sent it. */
  wanted: unknown;
  code: ProblemCode;
  userId: number;
  roles: readonly string[];
}

export type AuditEntry =
  | { kind: 'command'; event: 'asked' | 'refused' | 'ended'; command: Command; isFromJournal?: true }
  /** The board answered after the command had ended; its final state stays. */
  | { kind: 'late_answer'; command: Command; answer: Ack }
  | RefusedWrite
  /** The board applied a configuration that this server did not send. */
  | { kind: 'foreign_config'; deviceId: string; version: number; status: CfgReported['st'] }
  | NewChange
  | RoleChange
  | AccountChange
  | EnrolmentChange
  | BoardBlock
  | BoardSecret
  | WebhookAudit
  | IntegrationAudit
  | TokenAudit
  | LabelAudit
  | WaterSystemAudit
  /** A step of a pending change. A step that is stored already is ignored: boards repeat their reports. */
  | { kind: 'change_step'; changeId: string; step: string; happenedAt: Date }
  /** The end of a pending change. A second end is ignored. */
  | ({ kind: 'change_end'; changeId: string } & ChangeEnd);

/** The devices that a user owns or has by delegation now. */
export const devicesOf = listHeldBy;

/**
 * R5.7, R5.7b: appends to the hash-chained log, and stores changes of a device in its timeline, in the caller's
 * transaction. Call it last: the end of the log stays locked until the transaction ends. A change returns its ID.
 */
export async function appendAudit(tx: Db, at: Date, change: NewChange): Promise<string>;
export async function appendAudit(tx: Db, at: Date, ...entries: readonly AuditEntry[]): Promise<unknown>;
export async function appendAudit(tx: Db, at: Date, ...entries: readonly AuditEntry[]): Promise<unknown> {
  const stored: Stored[] = [];
  for (const entry of entries) stored.push(await store(tx, at, entry));
  await appendLines(
    tx,
    at,
    stored.flatMap(({ line }) => (line ? [JSON.stringify(line)] : [])),
  );
  return stored[0]?.changeId;
}

/** `line` is the JSON of the log: the hash covers its text, so the order of its keys must not change. */
interface Stored {
  line?: object;
  changeId?: string;
}

async function store(tx: Db, at: Date, entry: AuditEntry): Promise<Stored> {
  switch (entry.kind) {
    case 'command': {
      const { event, command, isFromJournal } = entry;
      return { line: { event, command, ...(isFromJournal && { is_from_journal: true }) } };
    }
    case 'late_answer':
      return { line: { event: 'late_answer', command: entry.command, answer: entry.answer } };
    case 'refused_write': {
      const { what, deviceId: device, wanted, code, userId: user, roles } = entry;
      return { line: { event: 'refused', [what]: { device, wanted, code, user, roles } } };
    }
    case 'foreign_config': {
      const { deviceId: device, version, status } = entry;
      return { line: { event: 'ended', config: { device, version, status, is_ours: false } } };
    }
    case 'role':
      return storeRoleChange(tx, at, entry);
    case 'account': {
      const { action, userId: user, by } = entry;
      return { line: { event: 'done', account: { action, user, by } } };
    }
    case 'enrolment': {
      const { deviceId: device, isReplacing: is_replacing, by } = entry;
      return { line: { event: 'done', enrolment: { device, is_replacing, by } } };
    }
    case 'board_block': {
      const { deviceId: device, isBlocked: is_blocked, by } = entry;
      return { line: { event: 'done', board: { device, is_blocked, by } } };
    }
    case 'board_secret': {
      const { deviceId: device, step, by } = entry;
      return { line: { event: 'done', board_secret: { device, step, by } } };
    }
    case 'webhook': {
      const { action, webhookId: webhook, host, by } = entry;
      return { line: { event: 'done', webhook: { action, webhook, host, by } } };
    }
    case 'integration': {
      const { action, integrationId: integration, canSwitch: can_switch, by } = entry;
      return { line: { event: 'done', integration: { action, integration, can_switch, by } } };
    }
    case 'token': {
      const { action, tokenId: token, canSwitch: can_switch, by } = entry;
      return { line: { event: 'done', token: { action, token, can_switch, by } } };
    }
    case 'label': {
      const { action, labelId: label, name, devices, by } = entry;
      return { line: { event: 'done', label: { action, label, name, devices, by } } };
    }
    case 'water_system': {
      const { action, systemId: system, name, devices, by } = entry;
      return { line: { event: 'done', water_system: { action, system, name, devices, by } } };
    }
    case 'change_step': {
      const { changeId, step, happenedAt } = entry;
      return (await appendStep(tx, changeId, step, happenedAt)) ? changeLine(tx, 'step', changeId) : {};
    }
    case 'change_end':
      return (await markChangeEnded(tx, entry.changeId, entry, at))
        ? changeLine(tx, 'ended', entry.changeId)
        : {};
    default: {
      const { status = 'done' } = entry;
      return changeLine(tx, status === 'pending' ? 'asked' : status, await insert(tx, at, entry));
    }
  }
}

async function changeLine(tx: Db, event: string, changeId: string): Promise<Stored> {
  const [change] = await listChanges(tx, [changeId]);
  return { line: { event, change }, changeId };
}

async function storeRoleChange(
  tx: Db,
  at: Date,
  { by, userId, role, action, held }: RoleChange,
): Promise<Stored> {
  const [before, after] = action === 'granted' ? [null, role] : [role, null];
  const fields: FieldChange[] = [{ field: 'role', old: before, new: after }];
  for (const { deviceKey } of held)
    await insert(tx, at, { deviceKey, kind: 'role', action, by, personId: userId, fields });
  const devices = held.map(({ deviceId }) => deviceId);
  return { line: { event: 'done', role: { action, role, user: userId, by, devices } } };
}

function insert(tx: Db, at: Date, change: Omit<NewChange, 'kind'> & { kind: ChangeKind }): Promise<string> {
  const { deviceKey, kind, action, by, personId, fields = [], status = 'done', reason } = change;
  return insertChange(tx, {
    device_id: deviceKey,
    kind,
    action,
    user_id: by?.userId ?? null,
    role: by?.role ?? null,
    person_id: personId ?? null,
    fields,
    status,
    reason: reason ?? null,
    created_at: at,
    finished_at: status === 'pending' ? null : at,
  });
}
