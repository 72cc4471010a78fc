import type { Role } from '@manoboard/contract/account/account';
import { type Actor, appendAudit, devicesOf } from '../../audit-log/audit-log.ts';
import { appendSecurity } from '../../audit-log/security-log.ts';
import type { Db } from '../../db/db.ts';
import { lockSetup, lockUser } from '../../db/locks.ts';
import { storeEvents } from '../../outbox/outbox.ts';
import { findUserId, insertRole } from './role.repo.ts';
import { requireRenewal } from './session.repo.ts';

/** Returns the public IDs of the user's devices, whose timelines show it; none if the user had the role. */
export async function grantRole(
  tx: Db,
  at: Date,
  grant: { by: Actor | null; userId: number; role: Role },
): Promise<string[]> {
  await lockUser(tx, grant.userId);
  const isNew = await insertRole(tx, grant.userId, grant.role);
  if (!isNew) return [];
  await requireRenewal(tx, grant.userId);
  const held = await devicesOf(tx, grant.userId, at);
  await appendAudit(tx, at, { kind: 'role', action: 'granted', ...grant, held });
  return held.map(({ deviceId }) => deviceId);
}

/** Events of a role change: the users load their menu and devices again, and the timelines show it. */
export const roleEvents = (userIds: readonly number[], deviceIds: readonly string[]) => [
  ['devicesChanged', userIds] as const,
  ...deviceIds.map((deviceId) => ['activity', { deviceId }] as const),
];

/** Called by the operator, who needs no account. False if no user has this e-mail. */
export async function giveRole(db: Db, email: string, role: Role): Promise<boolean> {
  const user = await findUserId(db, email);
  if (user)
    await db.transaction().execute(async (tx) => {
      // A concurrent setup must see this Super Seller.
      if (role === 'Super Seller') await lockSetup(tx);
      const deviceIds = await grantRole(tx, new Date(), { by: null, userId: user.id, role });
      await storeEvents(tx, roleEvents([user.id], deviceIds));
      const detail = { tool: 'npm run cli -- role', id: `${user.id}`, role };
      await appendSecurity(tx, new Date(), { kind: 'role', outcome: 'done', detail });
    });
  return user !== undefined;
}
