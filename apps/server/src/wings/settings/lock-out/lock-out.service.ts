import type { FieldChange } from '@manoboard/contract/activity/device-change';
import type { DeviceLockOut, LockOut, NewLockOut } from '@manoboard/contract/command/lock-out';
import type { BoardTag, CfgReported } from '@manoboard/contract/device/device-config';
import { actingRole } from '@manoboard/domain/access/policy';
import { activeLockOut, canRemoveLockOut } from '@manoboard/domain/commands/lock-out';
import { appendAudit, type NewChange } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import { batchCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import { createDueWatch } from '../../../jobs/due-watch.ts';
import type { Board } from '../../../link/link.ts';
import {
  claimExpired,
  findNextEnd,
  findOpen,
  findUnconfirmed,
  findUnconfirmedKey,
  hasActive,
  insertTag,
  listActive,
  listBoardTags,
  markConfirmed,
  markEnded,
  updateTag,
} from './lock-out.repo.ts';

const toDate = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000));

type Tag = Pick<LockOut, 'reason' | 'until'>;
const NO_TAG: Tag = { reason: null, until: null };
type NewTag = Tag & { reason: string };
/** R4.3c: omits the reason that a former owner wrote; the log entry made when the tag was set has it. */
const recorded = ({ isFormer, reason, until }: Tag & { isFormer: boolean }): Tag => ({
  reason: isFormer ? null : reason,
  until,
});

const differences = (before: Tag, after: Tag): FieldChange[] =>
  (['reason', 'until'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, old: before[field], new: after[field] }));

const actorOf = (user: SessionUser, { relation }: AllowedDevice) => ({
  userId: user.id,
  role: actingRole('lock_out', user.roles, relation),
});

/** Tags as users see them, and their changes in the transaction of the caller. */
function createTags({ outbox, now }: Pick<Core, 'outbox' | 'now'>) {
  const publish = (tx: Db, change: DeviceLockOut) => outbox.publish(tx, ['lockOut', change]);

  const readerOf = (userId: number | null) => ({ userId, at: new Date(now()) });

  /** The tag in force, as this user sees it. The caller holds the device lock if a decision depends on it. */
  async function findActive(tx: Db, deviceKey: DeviceKey, userId: number | null) {
    return activeLockOut(await findOpen(tx, deviceKey, readerOf(userId)), now() / 1000);
  }

  async function find(tx: Db, deviceKey: DeviceKey, userId: number | null): Promise<LockOut | null> {
    const tag = await findActive(tx, deviceKey, userId);
    if (!tag) return null;
    const { isFormer: _, ...shown } = tag;
    return shown;
  }

  /** As everybody with access may see it: R4.3c, without the words of a former person. */
  async function findForAll(tx: Db, deviceKey: DeviceKey): Promise<LockOut | null> {
    const tag = await findActive(tx, deviceKey, null);
    if (!tag) return null;
    const { isFormer, ...shown } = tag;
    return isFormer ? { ...shown, reason: null, by: null } : shown;
  }

  const record = (
    tx: Db,
    deviceKey: DeviceKey,
    { reason }: Tag,
    change: Pick<NewChange, 'action' | 'by' | 'fields'>,
  ) =>
    appendAudit(tx, new Date(now()), {
      deviceKey,
      kind: 'lock_out',
      ...(reason !== null && { reason }),
      ...change,
    });

  async function expire(tx: Db, deviceKey: DeviceKey, tag: Tag) {
    const fields = differences(tag, NO_TAG);
    await record(tx, deviceKey, tag, { action: 'expired', by: null, fields });
  }

  async function insert(tx: Db, user: SessionUser, device: AllowedDevice, wanted: NewTag) {
    const { deviceKey } = device;
    const until = toDate(wanted.until);
    await insertTag(tx, { deviceKey, userId: user.id, reason: wanted.reason, until, at: new Date(now()) });
    const fields = differences(NO_TAG, wanted);
    await record(tx, deviceKey, wanted, { action: 'set', by: actorOf(user, device), fields });
  }

  async function change(tx: Db, user: SessionUser, device: AllowedDevice, set: LockOut, wanted: NewTag) {
    if (set.by?.user_id !== user.id) throw new ProblemError('LOCKED_OUT', { lock_out: set });
    const fields = differences(set, wanted);
    if (fields.length === 0) return;
    await updateTag(tx, set.id, { reason: wanted.reason, until: toDate(wanted.until) });
    await record(tx, device.deviceKey, wanted, { action: 'changed', by: actorOf(user, device), fields });
  }

  /** Ends an expired tag that the watch has not processed yet, so that a new one can be set. */
  async function setTag(tx: Db, user: SessionUser, device: AllowedDevice, wanted: NewTag): Promise<LockOut> {
    const { deviceKey } = device;
    await lockDevice(tx, deviceKey);
    const open = await findOpen(tx, deviceKey, readerOf(user.id));
    const set = await find(tx, deviceKey, user.id);
    if (set) await change(tx, user, device, set, wanted);
    else {
      if (open && (await markEnded(tx, open.id, toDate(open.until) ?? new Date(now()))))
        await expire(tx, deviceKey, recorded(open));
      await insert(tx, user, device, wanted);
    }
    const stored = await find(tx, deviceKey, user.id);
    if (!stored) throw new Error('the tag was not stored');
    await publish(tx, { device_id: device.deviceId, lock_out: stored });
    return stored;
  }

  /** R7.5. Refused if the caller has seen another tag than the current one. */
  async function removeTag(tx: Db, user: SessionUser, device: AllowedDevice, seenId: number | undefined) {
    await lockDevice(tx, device.deviceKey);
    const found = await findActive(tx, device.deviceKey, user.id);
    if (!found) return;
    const { isFormer, ...tag } = found;
    if (seenId !== undefined && seenId !== tag.id) throw new ProblemError('LOCKED_OUT', { lock_out: tag });
    if (!canRemoveLockOut(user, tag)) throw new ProblemError('FORBIDDEN');
    await markEnded(tx, tag.id, new Date(now()));
    const ended = recorded({ ...tag, isFormer });
    const fields = differences(ended, NO_TAG);
    await record(tx, device.deviceKey, ended, { action: 'removed', by: actorOf(user, device), fields });
    await publish(tx, { device_id: device.deviceId, lock_out: null });
  }

  return { publish, readerOf, find, findForAll, expire, setTag, removeTag };
}

interface Needs extends Pick<Core, 'db' | 'outbox' | 'log' | 'now'> {
  /** Connections for messages of boards. */
  boards: Db;
  /** Sends the configuration with the tag to a board. */
  publish: (board: TaggedBoard) => Promise<void>;
}
type TaggedBoard = Pick<Board, 'deviceKey' | 'deviceId'>;

const isSameTag = (one: BoardTag | null, other: BoardTag | null) =>
  one?.until === other?.until && one?.by === other?.by;

/** R5.10: boards keep the tag themselves; an older board is stopped instead. */
function createBoardTags({ db, boards, outbox, now, publish }: Needs, tags: ReturnType<typeof createTags>) {
  const find = batchCalls((deviceKeys: readonly DeviceKey[]) =>
    listBoardTags(boards, deviceKeys, new Date(now())),
  );

  /** By the report of the board, or by a stop that it has executed; `at` is when it was requested. */
  async function confirm({ deviceKey, deviceId }: TaggedBoard, at: Date): Promise<void> {
    await outbox.transaction(boards, async (tx) => {
      await lockDevice(tx, deviceKey);
      if (!(await markConfirmed(tx, deviceKey, at))) return;
      await tags.publish(tx, { device_id: deviceId, lock_out: await tags.findForAll(tx, deviceKey) });
    });
  }

  return {
    find,
    async confirmStop(deviceId: string, at: Date): Promise<void> {
      const deviceKey = await findUnconfirmedKey(db, deviceId);
      if (deviceKey !== undefined) await confirm({ deviceKey, deviceId }, at);
    },
    /** Undefined if no active tag waits for the board. The access of its author is that of now. */
    findUnconfirmed: (deviceKey: DeviceKey) => findUnconfirmed(db, deviceKey, new Date(now())),

    /** A board that could not save the tag reports the former one, and gets no second message. */
    async receiveReport(board: Board, { tag, reason }: CfgReported): Promise<void> {
      if (tag === undefined) return;
      const wanted = await find(board.deviceKey);
      if (!isSameTag(wanted.tag, tag)) {
        if (reason !== 'not_saved') await publish(board);
      } else if (tag && !wanted.isConfirmed) await confirm(board, new Date(now()));
    },
  };
}

/** R5.10: tags are set and removed under the lock of the device's row, under which writes are decided. */
export function createLockOuts(needs: Needs) {
  const { db, outbox, log, now, publish: publishToBoard } = needs;
  const tags = createTags({ outbox, now });
  const { publish, readerOf, find, expire, setTag, removeTag } = tags;
  const board = createBoardTags(needs, tags);

  /** Expiry needs no job; this records it in the timeline and notifies open pages. */
  const watch = createDueWatch({
    log,
    now,
    failure: 'expired lock-out tags could not be ended',
    async run(at) {
      const ended = await outbox.transaction(db, async (tx) => {
        const expired = await claimExpired(tx, at);
        for (const { deviceKey, deviceId, reason, until, isFormer } of expired) {
          await publish(tx, { device_id: deviceId, lock_out: null });
          const tag = { reason, until: Math.floor(until.getTime() / 1000), isFormer };
          await expire(tx, deviceKey, recorded(tag));
        }
        return expired;
      });
      for (const each of ended) await publishToBoard(each);
      return findNextEnd(db, at);
    },
  });

  return {
    watch,
    find,
    board,
    isSet: (tx: Db, deviceKey: DeviceKey) => hasActive(tx, { deviceKey, at: new Date(now()) }),

    get: (user: SessionUser, { deviceKey }: AllowedDevice) => find(db, deviceKey, user.id),

    /** Tags of these devices, or of all, as this user sees them; a device without one is not in the list. */
    list: (deviceIds: readonly string[] | null, userId: number | null) =>
      listActive(db, deviceIds, readerOf(userId)),

    /** For writes that are no commands: throws in their transaction, which then holds the device's row. */
    async refuse(tx: Db, deviceKey: DeviceKey, user: SessionUser): Promise<void> {
      await lockDevice(tx, deviceKey);
      const tag = await find(tx, deviceKey, user.id);
      if (tag) throw new ProblemError('LOCKED_OUT', { lock_out: tag });
    },

    async set(user: SessionUser, device: AllowedDevice, { reason, until = null }: NewLockOut) {
      if (until !== null && until <= now() / 1000) throw new ProblemError('LOCK_OUT_END_PAST');
      const stored = await outbox.transaction(db, (tx) => setTag(tx, user, device, { reason, until }));
      watch.poll();
      await publishToBoard(device);
      return stored;
    },

    async remove(user: SessionUser, device: AllowedDevice, seenId: number | undefined): Promise<void> {
      await outbox.transaction(db, (tx) => removeTag(tx, user, device, seenId));
      await publishToBoard(device);
    },
  };
}
export type LockOuts = ReturnType<typeof createLockOuts>;
