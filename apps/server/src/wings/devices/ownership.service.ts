import { timingSafeEqual } from 'node:crypto';
import { readClaimCode } from '@manoboard/contract/device/claim';
import type { Device } from '@manoboard/contract/device/device';
import {
  type AddDevice,
  type DevicePatch,
  readAddDevice,
  type Transfer,
} from '@manoboard/contract/device/device-access';
import { can, type Relation, relationOf } from '@manoboard/domain/access/policy';
import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { lockDevice, lockHeldDevices } from '../../db/locks.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Notify } from '../inbox/notice.ts';
import type { Places } from '../settings/place/place.service.ts';
import {
  deleteAccess,
  deleteAllAccess,
  deleteLeftovers,
  findAccess,
  findClaim,
  getAlias,
  insertOwner,
  listHolders,
  lockReceiver,
  updateAlias,
} from './access.repo.ts';
import { findReceiver } from './delegation.repo.ts';
import { getDevice } from './devices.repo.ts';
import { hashSecret } from './devices.service.ts';
import { actorOf, recordEnded, recordOwnerGone, unnotified, userIdsOf } from './ended-access.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  isOnline: (deviceId: string) => boolean;
  /** False when this user has tried too many devices. */
  takeTry: (key: string) => boolean;
  /** False when this user has tried too many e-mails. */
  takeEmailTry: (key: string) => boolean;
  /** Limit of wrong codes of one user for one device. */
  guesses: { take: (key: string) => boolean; forgive: (key: string) => void };
  notify: Notify;
  places: Pick<Places, 'endTenure'>;
}

/** Whether this is the code on the label of the board. */
export const isCode = (typed: string, hash: Buffer) => {
  const code = readClaimCode(typed);
  return code !== undefined && timingSafeEqual(hash, hashSecret(code));
};

/** For the delegates of a former owner. */
const OWNER_GONE = { type: 'delegation_ended', reason: 'removed' } as const;

/** Whether a user may become the owner. */
function createClaims({ db, now, isOnline, guesses }: Needs) {
  /** A correct code does not count, so that a user may retry until the board is online. */
  function checkCode(userId: number, deviceId: string, code: string | undefined, hash: Buffer) {
    if (code === undefined) throw new ProblemError('DEVICE_PASSWORD_REQUIRED');
    const key = `${userId} ${deviceId}`;
    if (!guesses.take(key)) throw new ProblemError('TOO_MANY_REQUESTS');
    if (!isCode(code, hash)) throw new ProblemError('DEVICE_PASSWORD_WRONG');
    guesses.forgive(key);
  }

  async function hasDevice(deviceKey: DeviceKey, userId: number): Promise<boolean> {
    const held = await findAccess(db, deviceKey, userId);
    return held !== undefined && (held.expiresAtS === null || held.expiresAtS > now() / 1000);
  }

  /** Without the code, a stranger to the device learns only that it exists and whether it needs a code. */
  return async function claim(
    userId: number,
    deviceId: string,
    code: string | undefined,
  ): Promise<DeviceKey> {
    const device = await findClaim(db, deviceId);
    if (!device) throw new ProblemError('DEVICE_NOT_FOUND');
    if (device.hasOwner && (await hasDevice(device.deviceKey, userId)))
      throw new ProblemError('DEVICE_HAS_OWNER');
    if (device.claimHash) checkCode(userId, deviceId, code, device.claimHash);
    if (device.hasOwner) throw new ProblemError('DEVICE_HAS_OWNER');
    if (!isOnline(deviceId)) throw new ProblemError('DEVICE_OFFLINE');
    return device.deviceKey;
  };
}

function createChanges({ db, outbox, now }: Needs) {
  async function findRelation(tx: Db, deviceKey: DeviceKey, userId: number): Promise<Relation> {
    return relationOf(await findAccess(tx, deviceKey, userId), now() / 1000);
  }

  /** Changes of one device are serialized; the user's relation is read under the lock. */
  const change = <T>(deviceKey: DeviceKey, userId: number, act: (db: Db, relation: Relation) => Promise<T>) =>
    outbox.transaction(db, async (tx) => {
      await lockDevice(tx, deviceKey);
      return act(tx, await findRelation(tx, deviceKey, userId));
    });

  const publishChange = (tx: Db, deviceId: string, userIds: readonly number[]) =>
    outbox.publish(tx, ['devicesChanged', userIds], ['activity', { deviceId }]);

  return { findRelation, change, publishChange };
}
type Changes = ReturnType<typeof createChanges>;

/** The end of access: an owner removes or transfers the device, a delegate gives it back, a user is deleted. */
function createRemovals({ db, now, takeEmailTry, notify, places }: Needs, changes: Changes) {
  const { findRelation, change, publishChange } = changes;

  /** Deletes all access, the alias and what is private of the place, which end with the tenure; the log and the alerts stay. */
  async function endTenure(tx: Db, deviceKey: DeviceKey, owner: number, receiver?: number) {
    const ended = await deleteAllAccess(tx, deviceKey);
    await notify(tx, { deviceKey, readers: unnotified(ended, owner, receiver ?? owner), event: OWNER_GONE });
    const alias = await getAlias(tx, deviceKey);
    await updateAlias(tx, deviceKey, null);
    await places.endTenure(tx, deviceKey, { isTransfer: receiver !== undefined });
    return { ended, alias };
  }

  /** An owner gives up the device with all access to it, a delegate their own access. `record` appends to the log. */
  async function giveUp(tx: Db, user: SessionUser, deviceKey: DeviceKey, relation: Relation) {
    const at = new Date(now());
    const by = actorOf(user, 'remove', relation);
    if (relation === 'owner') {
      const { ended, alias } = await endTenure(tx, deviceKey, user.id);
      return { ended, record: () => recordOwnerGone(tx, at, { deviceKey, by, ended, alias }) };
    }
    const ended = await deleteAccess(tx, deviceKey, user.id);
    const event = { type: 'delegation_ended', reason: 'revoked' } as const;
    await notify(tx, { deviceKey, readers: unnotified(ended, user.id), event });
    return { ended, record: () => recordEnded(tx, at, { deviceKey, by, ended, userId: user.id }) };
  }

  return {
    /** R4.2 */
    async remove(user: SessionUser, { deviceKey, deviceId }: AllowedDevice): Promise<void> {
      await change(deviceKey, user.id, async (tx, relation) => {
        const { ended, record } = await giveUp(tx, user, deviceKey, relation);
        await record();
        await publishChange(tx, deviceId, userIdsOf(ended));
      });
    },

    /** Gives up every device of the user. Call `record` last: the audit head stays locked until the commit. */
    async removeAll(tx: Db, user: SessionUser): Promise<{ record: () => Promise<void> }> {
      const records: (() => Promise<void>)[] = [];
      for (const { deviceKey, deviceId } of await lockHeldDevices(tx, user.id)) {
        const relation = await findRelation(tx, deviceKey, user.id);
        const { ended, record } = await giveUp(tx, user, deviceKey, relation);
        await publishChange(tx, deviceId, userIdsOf(ended));
        records.push(record);
      }
      return {
        async record() {
          for (const record of records) await record();
        },
      };
    },

    /** R4.2: one transaction, so that no other user can claim the device in between. */
    async transfer(
      user: SessionUser,
      { deviceKey, deviceId }: AllowedDevice,
      { email }: Transfer,
    ): Promise<void> {
      if (!takeEmailTry(`${user.id}`)) throw new ProblemError('TOO_MANY_REQUESTS');
      const receiver = await findReceiver(db, email);
      if (!receiver) throw new ProblemError('USER_NOT_FOUND');
      if (!receiver.emailConfirmedAt) throw new ProblemError('USER_EMAIL_UNCONFIRMED');
      if (receiver.id === user.id) throw new ProblemError('USER_HAS_ACCESS');
      await change(deviceKey, user.id, async (tx, relation) => {
        if (!can('transfer', [], relation)) throw new ProblemError('DEVICE_NOT_FOUND');
        if (!(await lockReceiver(tx, receiver.id))) throw new ProblemError('USER_NOT_FOUND');
        const at = new Date(now());
        const { ended, alias } = await endTenure(tx, deviceKey, user.id, receiver.id);
        await insertOwner(tx, deviceKey, receiver.id, at);
        const event = { type: 'device_received' } as const;
        await notify(tx, { deviceKey, readers: [receiver.id], by: user.id, event });
        const by = { userId: user.id, role: 'owner' } as const;
        await recordOwnerGone(tx, at, { deviceKey, by, ended, alias, to: receiver.id });
        await publishChange(tx, deviceId, [...userIdsOf(ended), receiver.id]);
      });
    },
  };
}

/** Ownership of devices: add, rename, remove, transfer. */
export function createOwnership(needs: Needs) {
  const { now, takeTry, notify } = needs;
  const claim = createClaims(needs);
  const changes = createChanges(needs);
  const { change, publishChange } = changes;

  return {
    ...createRemovals(needs, changes),

    /** R4.1 */
    async add(user: SessionUser, added: AddDevice): Promise<Device> {
      if (!takeTry(`${user.id}`)) throw new ProblemError('TOO_MANY_REQUESTS');
      const { deviceId, code } = readAddDevice(added);
      const deviceKey = await claim(user.id, deviceId, code);
      return change(deviceKey, user.id, async (tx) => {
        if (!(await lockReceiver(tx, user.id))) throw new ProblemError('UNAUTHORIZED');
        const at = new Date(now());
        const ended = await deleteLeftovers(tx, deviceKey);
        await notify(tx, { deviceKey, readers: unnotified(ended, user.id), event: OWNER_GONE });
        if (!(await insertOwner(tx, deviceKey, user.id, at))) throw new ProblemError('DEVICE_HAS_OWNER');
        if (added.alias !== undefined) await updateAlias(tx, deviceKey, added.alias || null);
        const device = await getDevice(tx, user.id, deviceKey, at);
        const by = { userId: user.id, role: 'owner' } as const;
        await recordEnded(tx, at, { deviceKey, by, ended, reason: 'owner_gone' });
        await appendAudit(tx, at, {
          deviceKey,
          kind: 'owner',
          action: 'added',
          by,
          personId: user.id,
          fields: device.alias === null ? [] : [{ field: 'alias', old: null, new: device.alias }],
        });
        await publishChange(tx, deviceId, [...userIdsOf(ended), user.id]);
        return device;
      });
    },

    /** R4.2, R4.3: a device has one alias for all users; owner and delegates may set it. */
    async rename(
      user: SessionUser,
      { deviceKey, deviceId }: AllowedDevice,
      { alias }: DevicePatch,
    ): Promise<Device> {
      return change(deviceKey, user.id, async (tx, relation) => {
        if (!can('rename', [], relation)) throw new ProblemError('DEVICE_NOT_FOUND');
        const at = new Date(now());
        const old = await getAlias(tx, deviceKey);
        await updateAlias(tx, deviceKey, alias || null);
        const device = await getDevice(tx, user.id, deviceKey, at);
        if (device.alias !== old)
          await appendAudit(tx, at, {
            deviceKey,
            kind: 'name',
            action: 'changed',
            by: actorOf(user, 'rename', relation),
            fields: [{ field: 'alias', old, new: device.alias }],
          });
        await publishChange(tx, deviceId, await listHolders(tx, deviceKey));
        return device;
      });
    },
  };
}
export type Ownership = ReturnType<typeof createOwnership>;
