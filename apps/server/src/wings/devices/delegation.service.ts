import type { AccessLevel } from '@manoboard/contract/device/device';
import type { Delegation, NewDelegation } from '@manoboard/contract/device/device-access';
import {
  can,
  canRevoke,
  delegationEnd,
  isDelegated,
  type Relation,
  relationOf,
} from '@manoboard/domain/access/policy';
import { isStaff } from '@manoboard/domain/access/roles';
import { type Actor, appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { lockDevice, lockUser } from '../../db/locks.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Notify } from '../inbox/notice.ts';
import { deleteAccess, deletePassedOn, findAccess } from './access.repo.ts';
import {
  findReceiver,
  listDelegations,
  listLevel,
  shortenPassedOn,
  upsertDelegation,
} from './delegation.repo.ts';
import { actorOf, type EndedAccess, recordEnded, unnotified, userIdsOf } from './ended-access.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** False when this user has tried too many e-mails. */
  takeTry: (key: string) => boolean;
  /** Called when an end may come earlier than the scheduled one. */
  rescheduleExpiry: () => void;
  notify: Notify;
}

interface Grant {
  receiverId: number;
  level: AccessLevel;
  wanted: number | null;
  isInvitation?: boolean;
}

interface Given {
  deviceKey: DeviceKey;
  by: Actor;
  held: { id: number; relation: Relation; level: AccessLevel; expiresAtS: number | null };
  level: AccessLevel;
  end: number | null;
  /** Passed on before by a receiver who may delegate no more. */
  ended: readonly EndedAccess[];
  shortened: readonly { userId: number; formerEnd: Date | null }[];
}

const REVOKED = { type: 'delegation_ended', reason: 'revoked' } as const;

const levelField = (level: AccessLevel) => (level === 'full' ? {} : { level });
const toDate = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));
const toSeconds = (date: Date | null) => date && Math.floor(date.getTime() / 1000);

/** R5.7b: a new delegation, or another end or level; passed-on access may end now, or earlier. */
async function record(tx: Db, at: Date, { deviceKey, by, held, level, end, ended, shortened }: Given) {
  const change = { deviceKey, kind: 'access', by } as const;
  const isHeld = isDelegated(held.relation);
  const fields = [
    { field: 'expires_at', old: isHeld ? held.expiresAtS : null, new: end },
    ...(isHeld && held.level === level
      ? []
      : [{ field: 'level', old: isHeld ? held.level : null, new: level }]),
  ];
  const action = isHeld ? 'changed' : 'granted';
  await appendAudit(tx, at, { ...change, action, personId: held.id, fields });
  for (const { userId, formerEnd } of shortened)
    await appendAudit(tx, at, {
      ...change,
      action: 'changed',
      personId: userId,
      reason: 'passed_on',
      fields: [{ field: 'expires_at', old: toSeconds(formerEnd), new: end }],
    });
  await recordEnded(tx, at, { deviceKey, by, ended, reason: 'passed_on' });
}

/** R4.3, R4.3b */
export function createDelegation({ db, outbox, now, takeTry, rescheduleExpiry, notify }: Needs) {
  /** The access of a user; the caller holds the device lock. */
  async function accessOf(tx: Db, deviceKey: DeviceKey, userId: number) {
    const held = await findAccess(tx, deviceKey, userId);
    const relation = relationOf(held, now() / 1000);
    const { level = 'full', expiresAtS = null, grantedBy = null } = held ?? {};
    return { id: userId, relation, level, expiresAtS, grantedBy };
  }

  /** Returns the end. */
  async function give(
    tx: Db,
    giverUser: Pick<SessionUser, 'id' | 'roles'>,
    { deviceKey, deviceId }: Pick<AllowedDevice, 'deviceKey' | 'deviceId'>,
    { receiverId, level, wanted, isInvitation = false }: Grant,
    also?: (tx: Db) => Promise<void>,
  ) {
    const giverId = giverUser.id;
    await lockUser(tx, receiverId);
    if (level === 'full' && !isStaff(await listLevel(tx, receiverId)))
      throw new ProblemError('USER_LEVEL_TOO_LOW');
    await lockDevice(tx, deviceKey);
    const giver = await accessOf(tx, deviceKey, giverId);
    if (!can('delegate', [], giver.relation))
      throw new ProblemError(isInvitation ? 'INVITATION_NOT_FOUND' : 'DEVICE_NOT_FOUND');
    const held = await accessOf(tx, deviceKey, receiverId);
    const isHeld = isDelegated(held.relation);
    if (held.relation === 'owner' || (isHeld && !canRevoke(giver, held)))
      throw new ProblemError('USER_HAS_ACCESS');
    // The access of the giver may end earlier by now than when they invited.
    const latest = isInvitation && giver.relation !== 'owner' ? giver.expiresAtS : null;
    const asked = latest === null || (wanted !== null && wanted < latest) ? wanted : latest;
    const end = delegationEnd(giver, asked, now() / 1000);
    if (!end) throw new ProblemError('DELEGATION_END_REFUSED');
    await also?.(tx);
    const expiresAt = toDate(end.expiresAtS);
    await upsertDelegation(tx, { deviceKey, userId: receiverId, grantedBy: giverId, level, expiresAt });
    const ended = level === 'full' ? [] : await deletePassedOn(tx, deviceKey, receiverId);
    await notify(tx, { deviceKey, readers: unnotified(ended), event: REVOKED });
    await notify(tx, {
      deviceKey,
      readers: [receiverId],
      by: giverId,
      event: { type: 'delegation_received', expires_at: end.expiresAtS },
    });
    const shortened = expiresAt ? await shortenPassedOn(tx, deviceKey, receiverId, expiresAt) : [];
    const by = actorOf(giverUser, 'delegate', giver.relation);
    const given = { deviceKey, by, held, level, end: end.expiresAtS, ended, shortened };
    await record(tx, new Date(now()), given);
    const changed = [receiverId, ...shortened.map(({ userId }) => userId), ...userIdsOf(ended)];
    await outbox.publish(tx, ['devicesChanged', changed], ['activity', { deviceId }]);
    return end.expiresAtS;
  }

  return {
    accessOf,

    /** R4.18: for an invitation; `also` runs in its transaction. */
    async grant(
      giver: Pick<SessionUser, 'id' | 'roles'>,
      device: Pick<AllowedDevice, 'deviceKey' | 'deviceId'>,
      grant: Grant,
      also: (tx: Db) => Promise<void>,
    ): Promise<void> {
      await outbox.transaction(db, (tx) => give(tx, giver, device, grant, also));
      rescheduleExpiry();
    },

    async list(user: SessionUser, { deviceKey, relation }: AllowedDevice): Promise<Delegation[]> {
      const rows = await listDelegations(db, deviceKey, new Date(now()));
      return rows.map(({ id, email, name, surname, level, expiresAt, grantedBy }) => ({
        user_id: id,
        email,
        name,
        surname,
        ...levelField(level),
        expires_at: toSeconds(expiresAt),
        can_revoke: canRevoke({ id: user.id, relation }, { id, grantedBy }),
      }));
    },

    async delegate(
      user: SessionUser,
      device: AllowedDevice,
      { email, level = 'full', expires_at: wanted = null }: NewDelegation,
    ): Promise<Delegation> {
      if (!takeTry(`${user.id}`)) throw new ProblemError('TOO_MANY_REQUESTS');
      const receiver = await findReceiver(db, email);
      if (!receiver) throw new ProblemError('USER_NOT_FOUND');
      if (receiver.id === user.id) throw new ProblemError('DELEGATE_TO_SELF');
      if (!receiver.emailConfirmedAt) throw new ProblemError('USER_EMAIL_UNCONFIRMED');
      const { id, name, surname } = receiver;
      const expires_at = await outbox.transaction(db, (tx) =>
        give(tx, user, device, { receiverId: id, level, wanted }),
      );
      rescheduleExpiry();
      const person = { user_id: id, email: receiver.email, name, surname };
      return { ...person, ...levelField(level), expires_at, can_revoke: true };
    },

    async revoke(user: SessionUser, { deviceKey, deviceId }: AllowedDevice, userId: number): Promise<void> {
      await outbox.transaction(db, async (tx) => {
        await lockDevice(tx, deviceKey);
        const held = await accessOf(tx, deviceKey, userId);
        if (!isDelegated(held.relation)) throw new ProblemError('USER_NOT_FOUND');
        const revoker = await accessOf(tx, deviceKey, user.id);
        if (!canRevoke(revoker, held)) throw new ProblemError('FORBIDDEN');
        const ended = await deleteAccess(tx, deviceKey, userId);
        await notify(tx, { deviceKey, readers: unnotified(ended, user.id), event: REVOKED });
        const by = actorOf(user, 'revoke', revoker.relation);
        await recordEnded(tx, new Date(now()), { deviceKey, by, ended, userId });
        await outbox.publish(tx, ['devicesChanged', userIdsOf(ended)], ['activity', { deviceId }]);
      });
    },
  };
}
export type DelegationService = ReturnType<typeof createDelegation>;
