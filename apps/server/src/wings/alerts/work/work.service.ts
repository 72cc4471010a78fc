import type { Assignee } from '@manoboard/contract/alert/assignee';
import type { WorkAssignment, WorkDevice, WorkDevices, WorkKind } from '@manoboard/contract/alert/work';
import type { LockOut } from '@manoboard/contract/command/lock-out';
import { canReleaseAlert } from '@manoboard/domain/access/policy';
import { isOfCause, type WorkCause } from '@manoboard/domain/alerts/work-group';
import type { Core } from '../../../core.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Presence } from '../../../state/presence.ts';
import {
  type Assignment,
  type Contact,
  deleteAssignment,
  findAssignment,
  listAssignments,
  listBoardIds,
  listContacts,
  upsertAssignment,
} from './work.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  presence: (deviceId: string) => Presence;
  listLockOuts: (
    deviceIds: readonly string[],
  ) => Promise<readonly { device_id: string; lock_out: LockOut }[]>;
}

interface Entry extends WorkCause {
  kind: WorkKind;
  deviceId: string;
  lockOut: LockOut | null;
}

/** Most entries of each kind in the work list. */
const MOST = 200;

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

function assigneeOf(found: Assignment | undefined, cause: WorkCause): Assignee | null {
  if (!found) return null;
  const { userId, name, causeId, assignedAt } = found;
  const since = secondsOf(assignedAt);
  return isOfCause({ causeId, assignedAtS: since }, cause) ? { user_id: userId, name, since } : null;
}

const present = (
  { kind, deviceId, sinceS, lockOut }: Entry,
  { alias, address, place, ownerName, phone_number }: Contact,
  assignee: Assignee | null,
): WorkDevice => ({
  kind,
  id_dev: deviceId,
  alias,
  address,
  place,
  owner: ownerName === null ? null : { name: ownerName, phone_number },
  since: sinceS,
  lock_out: lockOut,
  assignee,
});

/** R7.1: offline and locked-out devices of the work list. An assignment is a row and ends with its cause. */
export function createWork({ db, outbox, now, presence, listLockOuts }: Needs) {
  /** Longest offline last. */
  function offlineEntries(deviceIds: readonly string[]): Entry[] {
    const entries = deviceIds.flatMap((deviceId): Entry[] => {
      const { isOnline, isConnecting, lastSeenS } = presence(deviceId);
      return isOnline || isConnecting
        ? []
        : [{ kind: 'offline', deviceId, id: 0, sinceS: lastSeenS, lockOut: null }];
    });
    return entries.sort((a, b) => (b.sinceS ?? 0) - (a.sinceS ?? 0));
  }

  async function lockedOutEntries(deviceIds: readonly string[]): Promise<Entry[]> {
    const tags = await listLockOuts(deviceIds);
    return tags
      .map(({ device_id, lock_out }): Entry => {
        const { id, since } = lock_out;
        return { kind: 'locked_out', deviceId: device_id, id, sinceS: since, lockOut: lock_out };
      })
      .sort((a, b) => b.id - a.id);
  }

  async function getCause(kind: WorkKind, deviceId: string): Promise<WorkCause> {
    const [cause] = kind === 'offline' ? offlineEntries([deviceId]) : await lockedOutEntries([deviceId]);
    if (!cause) throw new ProblemError('WORK_ENDED');
    return cause;
  }

  return {
    async list(): Promise<WorkDevices> {
      const deviceIds = await listBoardIds(db);
      const offline = offlineEntries(deviceIds);
      const lockedOut = await lockedOutEntries(deviceIds);
      const entries = [...offline.slice(0, MOST), ...lockedOut.slice(0, MOST)];
      const shownIds = [...new Set(entries.map(({ deviceId }) => deviceId))];
      const contacts = new Map((await listContacts(db, shownIds)).map((row) => [row.id_dev, row]));
      const keyOf = ({ kind, deviceId }: { kind: WorkKind; deviceId: string }) => `${kind} ${deviceId}`;
      const found = new Map((await listAssignments(db, shownIds)).map((row) => [keyOf(row), row]));
      const items = entries.flatMap((entry) => {
        const contact = contacts.get(entry.deviceId);
        return contact ? [present(entry, contact, assigneeOf(found.get(keyOf(entry)), entry))] : [];
      });
      return { items, total: offline.length + lockedOut.length };
    },

    /** Who has an entry of these devices, by device ID. */
    async listAssignees(deviceIds: readonly string[]): Promise<ReadonlyMap<string, Assignee>> {
      const entries = [...(await lockedOutEntries(deviceIds)), ...offlineEntries(deviceIds)];
      const found = await listAssignments(db, deviceIds);
      return new Map(
        entries.flatMap((entry) => {
          const { kind, deviceId } = entry;
          const own = found.find((row) => row.kind === kind && row.deviceId === deviceId);
          const assignee = assigneeOf(own, entry);
          return assignee ? [[deviceId, assignee] as const] : [];
        }),
      );
    },

    /** The first taker wins; taking an own entry again changes nothing. */
    async take(
      user: SessionUser,
      { deviceKey, deviceId }: AllowedDevice,
      kind: WorkKind,
    ): Promise<WorkAssignment> {
      const cause = await getCause(kind, deviceId);
      const since = cause.sinceS === null ? undefined : new Date(cause.sinceS * 1000);
      return outbox.transaction(db, async (tx) => {
        const at = new Date(now());
        const assignment = { deviceKey, kind, causeId: cause.id, since, userId: user.id, at };
        const isTaken = await upsertAssignment(tx, assignment);
        const assignee = assigneeOf(await findAssignment(tx, deviceKey, kind), cause);
        if (isTaken) await outbox.publish(tx, ['work', { deviceId }]);
        else if (assignee?.user_id !== user.id)
          throw new ProblemError('ALERT_TAKEN', assignee ? { assignee } : {});
        return { assignee };
      });
    },

    /** Giving back an entry without an assignee changes nothing. */
    async release(
      user: SessionUser,
      { deviceKey, deviceId }: AllowedDevice,
      kind: WorkKind,
    ): Promise<WorkAssignment> {
      const cause = await getCause(kind, deviceId);
      return outbox.transaction(db, async (tx) => {
        const assignee = assigneeOf(await findAssignment(tx, deviceKey, kind), cause);
        if (!assignee) return { assignee };
        const isReleased =
          canReleaseAlert(user, assignee.user_id) &&
          (await deleteAssignment(tx, deviceKey, kind, assignee.user_id));
        if (!isReleased) throw new ProblemError('ALERT_TAKEN', { assignee });
        await outbox.publish(tx, ['work', { deviceId }]);
        return { assignee: null };
      });
    },
  };
}
export type Work = ReturnType<typeof createWork>;
