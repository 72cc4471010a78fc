import type { GivenAccess } from '@manoboard/contract/account/staff';
import { delegationEnd, isDelegated, relationOf } from '@manoboard/domain/access/policy';
import { isStaff } from '@manoboard/domain/access/roles';
import { type Actor, appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { lockDelegatedDevices, lockDevice, lockUser } from '../../db/locks.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { Notify } from '../inbox/notice.ts';
import {
  deleteAccess,
  deleteAllAccess,
  deleteLeftovers,
  findAccess,
  findOwnerId,
  getAlias,
  insertOwner,
  updateAlias,
} from './access.repo.ts';
import { isEmailConfirmed, listLevel, upsertDelegation } from './delegation.repo.ts';
import { listBoards } from './devices.repo.ts';
import { recordEnded, recordOwnerGone, unnotified, userIdsOf } from './ended-access.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** Called when an end may come earlier than the scheduled one. */
  rescheduleExpiry: () => void;
  notify: Notify;
}

/** The acting staff member, the user, and the device. */
interface Step {
  by: Actor;
  userId: number;
  deviceKey: DeviceKey;
}

const REVOKED = { type: 'delegation_ended', reason: 'revoked' } as const;
const REMOVED = { type: 'delegation_ended', reason: 'removed' } as const;
const LEVEL_LOST = { type: 'delegation_ended', reason: 'level_lost' } as const;
const OWNER = { relation: 'owner', expiresAtS: null } as const;

async function relationIn(tx: Db, { deviceKey, userId }: Step, nowMs: number) {
  return relationOf(await findAccess(tx, deviceKey, userId), nowMs / 1000);
}

/** Each returns the users whose devices have changed. */
function createSteps({ now, notify }: Needs) {
  async function giveOwner(tx: Db, { by, userId, deviceKey }: Step): Promise<number[]> {
    const ended = await deleteLeftovers(tx, deviceKey);
    await notify(tx, { deviceKey, readers: unnotified(ended, userId), event: REMOVED });
    const at = new Date(now());
    if (!(await insertOwner(tx, deviceKey, userId, at))) throw new ProblemError('DEVICE_HAS_OWNER');
    const event = { type: 'device_received' } as const;
    await notify(tx, { deviceKey, readers: [userId], by: by.userId, event });
    await recordEnded(tx, at, { deviceKey, by, ended, reason: 'owner_gone' });
    await appendAudit(tx, at, {
      deviceKey,
      kind: 'owner',
      action: 'added',
      by,
      personId: userId,
    });
    return [...userIdsOf(ended), userId];
  }

  /** Stored as granted by the owner, so that it ends with the ownership. */
  async function giveDelegate(tx: Db, { by, userId, deviceKey }: Step, wanted: number | null) {
    if (!isStaff(await listLevel(tx, userId))) throw new ProblemError('USER_LEVEL_TOO_LOW');
    const ownerId = await findOwnerId(tx, deviceKey);
    if (ownerId === undefined) throw new ProblemError('DEVICE_HAS_NO_OWNER');
    const end = delegationEnd(OWNER, wanted, now() / 1000);
    if (!end) throw new ProblemError('DELEGATION_END_REFUSED');
    const { expiresAtS } = end;
    const expiresAt = expiresAtS === null ? null : new Date(expiresAtS * 1000);
    await upsertDelegation(tx, { deviceKey, userId, grantedBy: ownerId, level: 'full', expiresAt });
    const event = { type: 'delegation_received', expires_at: expiresAtS } as const;
    await notify(tx, { deviceKey, readers: [userId], by: by.userId, event });
    await appendAudit(tx, new Date(now()), {
      deviceKey,
      kind: 'access',
      action: 'granted',
      by,
      personId: userId,
      fields: [{ field: 'expires_at', old: null, new: expiresAtS }],
    });
    return [userId];
  }

  async function takeFrom(tx: Db, step: Step): Promise<number[]> {
    const { by, userId, deviceKey } = step;
    const held = await relationIn(tx, step, now());
    if (held !== 'owner' && !isDelegated(held)) throw new ProblemError('DEVICE_NOT_FOUND');
    const isOwner = held === 'owner';
    const ended = isOwner ? await deleteAllAccess(tx, deviceKey) : await deleteAccess(tx, deviceKey, userId);
    const event = isOwner ? REMOVED : REVOKED;
    await notify(tx, { deviceKey, readers: unnotified(ended, ...(isOwner ? [userId] : [])), event });
    const at = new Date(now());
    if (!isOwner) {
      await recordEnded(tx, at, { deviceKey, by, ended, userId });
      return userIdsOf(ended);
    }
    await notify(tx, { deviceKey, readers: [userId], by: by.userId, event: { type: 'device_taken' } });
    const alias = await getAlias(tx, deviceKey);
    await updateAlias(tx, deviceKey, null);
    await recordOwnerGone(tx, at, { deviceKey, by, ended, alias });
    return userIdsOf(ended);
  }

  return { giveOwner, giveDelegate, takeFrom };
}

/** R7.3: changes of device access by staff who manage users. */
export function createStaffAccess(needs: Needs) {
  const { db, outbox, now, rescheduleExpiry, notify } = needs;
  const { giveOwner, giveDelegate, takeFrom } = createSteps(needs);

  /** Locks the user, then the device (order of `db/locks.ts`). */
  async function change(
    by: Actor,
    userId: number,
    deviceId: string,
    act: (tx: Db, step: Step) => Promise<number[]>,
  ) {
    const [device] = await listBoards(db, [deviceId]);
    if (!device) throw new ProblemError('DEVICE_NOT_FOUND');
    const { deviceKey } = device;
    await outbox.transaction(db, async (tx) => {
      await lockUser(tx, userId);
      await lockDevice(tx, deviceKey);
      const changed = await act(tx, { by, userId, deviceKey });
      await outbox.publish(tx, ['devicesChanged', changed], ['activity', { deviceId }]);
    });
  }

  return {
    async give(by: Actor, userId: number, { id_dev, access, expires_at = null }: GivenAccess): Promise<void> {
      await change(by, userId, id_dev, async (tx, step) => {
        const held = await relationIn(tx, step, now());
        const isHeld = held === 'owner' || (isDelegated(held) && access === 'delegate');
        if (isHeld) throw new ProblemError('USER_HAS_ACCESS');
        if (!(await isEmailConfirmed(tx, userId))) throw new ProblemError('USER_EMAIL_UNCONFIRMED');
        return access === 'owner' ? giveOwner(tx, step) : giveDelegate(tx, step, expires_at);
      });
      rescheduleExpiry();
    },

    take: (by: Actor, userId: number, deviceId: string): Promise<void> =>
      change(by, userId, deviceId, takeFrom),

    /** R4.3: a user without a role loses access as the owner has it, and so do those they passed it on to. */
    async endDelegated(tx: Db, by: Actor, userId: number): Promise<{ changed: number[] }> {
      const endings = [];
      for (const deviceKey of await lockDelegatedDevices(tx, userId)) {
        // R4.18: to watch and to switch needs no role.
        if ((await findAccess(tx, deviceKey, userId))?.level !== 'full') continue;
        const ended = await deleteAccess(tx, deviceKey, userId);
        const formerStaff = unnotified(ended).filter((id) => id === userId);
        await notify(tx, { deviceKey, readers: formerStaff, event: LEVEL_LOST });
        await notify(tx, { deviceKey, readers: unnotified(ended, userId), event: REVOKED });
        endings.push({ deviceKey, ended });
      }
      // Last: the first record locks the audit head until the commit.
      for (const ending of endings)
        await recordEnded(tx, new Date(now()), { ...ending, by, userId, reason: 'level_lost' });
      return { changed: endings.flatMap(({ ended }) => userIdsOf(ended)) };
    },
  };
}
