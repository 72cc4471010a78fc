import type { Role } from '@manoboard/contract/nouns/account';
import type { CommandRole } from '@manoboard/contract/nouns/command';
import type { ChangeAction, ChangeKind, FieldChange } from '@manoboard/contract/nouns/device-change';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import { appendAudit } from './audit.service.ts';
import {
  appendStep,
  type ChangeEnd,
  type HeldDevice,
  insertChange,
  listChanges,
  listHeldBy,
  markChangeEnded,
} from './changes.repo.ts';

/** A user who changes something, and as what they do it. */
export interface Actor {
  userId: number;
  role: CommandRole | null;
}

export interface NewChange {
  /** The row number of the device, not its public ID. */
  deviceKey: DeviceKey;
  kind: ChangeKind;
  action: ChangeAction;
  /** Who did it, and as what; `null`: the product itself, by the clock. */
  by: Actor | null;
  /** The user whom it concerns: the delegate, the new owner, the user with another role. */
  personId?: number;
  /** Old and new values; a change without a difference has none. */
  fields?: FieldChange[];
  /** Default `done`; `pending` is ended later by `endChange`. */
  status?: 'pending' | 'done' | 'refused';
  reason?: string;
}

/**
 * R5.7b: stores a change in the timeline of its device and in the hash-chained log, in the caller's transaction.
 * Call it last: the end of the log stays locked until the transaction ends. Returns the ID of the change.
 */
export async function recordChange(tx: Db, at: Date, change: NewChange): Promise<string> {
  const id = await store(tx, at, change);
  const { status = 'done' } = change;
  await appendStored(tx, at, status === 'pending' ? 'asked' : status, id);
  return id;
}

function store(tx: Db, at: Date, change: NewChange): Promise<string> {
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

export interface RoleChange {
  /** `null`: the operator, by `npm run role`. */
  by: Actor | null;
  userId: number;
  role: Role;
  action: 'granted' | 'revoked';
  /** The user's devices, from `devicesOf`; with the role the user may have lost some of them since. */
  held: readonly HeldDevice[];
}

/** The devices that a user owns or has by delegation now. */
export const devicesOf = listHeldBy;

/**
 * R5.7b: one entry in the hash-chained log, and one in the timeline of every device that the user has.
 * Returns the public IDs of these devices.
 */
export async function recordRoleChange(tx: Db, at: Date, change: RoleChange): Promise<string[]> {
  const { by, userId, role, action, held } = change;
  const [before, after] = action === 'granted' ? [null, role] : [role, null];
  const fields: FieldChange[] = [{ field: 'role', old: before, new: after }];
  for (const { deviceKey } of held)
    await store(tx, at, { deviceKey, kind: 'role', action, by, personId: userId, fields });
  const deviceIds = held.map(({ deviceId }) => deviceId);
  await appendAudit(tx, at, [
    { event: 'done', role: { action, role, user: userId, by, devices: deviceIds } },
  ]);
  return deviceIds;
}

/** Ends a pending change; a second end is ignored. */
export async function endChange(tx: Db, at: Date, id: string, end: ChangeEnd): Promise<void> {
  if (await markChangeEnded(tx, id, end, at)) await appendStored(tx, at, 'ended', id);
}

/** Something that a pending change did on its way; a step that is known is ignored. Returns whether it was new. */
export async function addChangeStep(
  tx: Db,
  at: Date,
  id: string,
  step: string,
  happenedAt = at,
): Promise<boolean> {
  const isNew = await appendStep(tx, id, step, happenedAt);
  if (isNew) await appendStored(tx, at, 'step', id);
  return isNew;
}

async function appendStored(tx: Db, at: Date, event: string, id: string) {
  const [change] = await listChanges(tx, [id]);
  await appendAudit(tx, at, [{ event, change }]);
}
