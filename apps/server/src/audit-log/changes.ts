import type { CommandRole } from '@manoboard/contract/command';
import type { ChangeAction, ChangeKind, FieldChange } from '@manoboard/contract/device-change';
import type { Db } from '../db/db.ts';
import { appendAudit } from './audit.service.ts';
import { appendStep, type ChangeEnd, insertChange, listChanges, markChangeEnded } from './changes.repo.ts';

export interface NewChange {
  /** The row number of the device, not its public ID. */
  deviceKey: number;
  kind: ChangeKind;
  action: ChangeAction;
  /** Who did it, and as what; `null`: the product itself, by the clock. */
  by: { userId: number; role: CommandRole | null } | null;
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
  const { deviceKey, kind, action, by, personId, fields = [], status = 'done', reason } = change;
  const id = await insertChange(tx, {
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
  await appendStored(tx, at, status === 'pending' ? 'asked' : status, id);
  return id;
}

/** Ends a pending change; a second end is ignored. */
export async function endChange(tx: Db, at: Date, id: string, end: ChangeEnd): Promise<void> {
  if (await markChangeEnded(tx, id, end, at)) await appendStored(tx, at, 'ended', id);
}

/** Something that a pending change did on its way. */
export async function addChangeStep(tx: Db, at: Date, id: string, step: string): Promise<void> {
  await appendStep(tx, id, step, at);
  await appendStored(tx, at, 'step', id);
}

async function appendStored(tx: Db, at: Date, event: string, id: string) {
  const [change] = await listChanges(tx, [id]);
  await appendAudit(tx, at, [{ event, change }]);
}
