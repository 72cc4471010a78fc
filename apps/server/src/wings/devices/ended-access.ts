import type { DeviceAction } from '@manoboard/contract/device/device-access';
import { actingRole, type Relation } from '@manoboard/domain/access/policy';
import { type Actor, appendAudit } from '../../audit-log/audit-log.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { SessionUser } from '../../http/session.ts';

/** Deleted access to a device. */
export interface EndedAccess {
  userId: number;
  access: 'owner' | 'delegate';
  /** It expired before, and its user was notified. */
  isEndNotified: boolean;
}

export const userIdsOf = (ended: readonly EndedAccess[]) => ended.map(({ userId }) => userId);

/** The users to notify, without `notified` and those notified already. */
export const unnotified = (ended: readonly EndedAccess[], ...notified: readonly number[]) =>
  userIdsOf(ended.filter(({ userId, isEndNotified }) => !isEndNotified && !notified.includes(userId)));

export const actorOf = (
  user: Pick<SessionUser, 'id' | 'roles'>,
  action: DeviceAction,
  relation: Relation,
): Actor => ({
  userId: user.id,
  role: actingRole(action, user.roles, relation),
});

/** Why access ended that was not revoked itself. */
type EndReason = 'passed_on' | 'owner_gone' | 'level_lost';

/**
 * R5.7b: records ended delegations in the timeline. `userId` is the user whose access was revoked or given up; the
 * others had theirs from them (`reason`). Expired access was recorded when it expired.
 */
export async function recordEnded(
  tx: Db,
  at: Date,
  { deviceKey, by, ended, userId, reason }: RecordEnded,
): Promise<void> {
  for (const gone of ended) {
    if (gone.access !== 'delegate' || gone.isEndNotified) continue;
    const isChosen = gone.userId === userId;
    const why = isChosen ? reason : reason === 'owner_gone' ? reason : 'passed_on';
    await appendAudit(tx, at, {
      deviceKey,
      kind: 'access',
      action: isChosen && by.userId === gone.userId ? 'left' : 'revoked',
      by,
      personId: gone.userId,
      ...(why && { reason: why }),
    });
  }
}
interface RecordEnded {
  deviceKey: DeviceKey;
  by: Actor;
  ended: readonly EndedAccess[];
  userId?: number;
  reason?: EndReason;
}

/** R5.7b: records the end of an ownership, with the alias and all delegations; `to` is the next owner. */
export async function recordOwnerGone(
  tx: Db,
  at: Date,
  { deviceKey, by, ended, alias, to }: RecordEnded & { alias: string | null; to?: number },
): Promise<void> {
  await recordEnded(tx, at, { deviceKey, by, ended, reason: 'owner_gone' });
  const personId = to ?? ended.find(({ access }) => access === 'owner')?.userId;
  await appendAudit(tx, at, {
    deviceKey,
    kind: 'owner',
    action: to === undefined ? 'removed' : 'transferred',
    by,
    ...(personId !== undefined && { personId }),
    fields: alias === null ? [] : [{ field: 'alias', old: alias, new: null }],
  });
}
