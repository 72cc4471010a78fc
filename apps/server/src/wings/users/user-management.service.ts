import type { Role } from '@manoboard/contract/account/account';
import {
  type GivenAccess,
  MAX_DEVICES,
  type ManagedUser,
  type UserNotes,
  type UserPage,
  type UsersQuery,
} from '@manoboard/contract/account/staff';
import { readPage } from '@manoboard/contract/http/paging';
import { actingRole } from '@manoboard/domain/access/policy';
import { isStaff } from '@manoboard/domain/access/roles';
import { type Actor, appendAudit, devicesOf } from '../../audit-log/audit-log.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { lockSuperSellers, lockUser } from '../../db/locks.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { SessionUser } from '../../http/session.ts';
import { deleteAllSessions, updateDisabled, updateNotes } from '../auth/account.repo.ts';
import { grantRole, roleEvents } from '../auth/grant-role.service.ts';
import { deleteRole, listRoles } from '../auth/role.repo.ts';
import { deleteSessionsOf, requireRenewal } from '../auth/session.repo.ts';
import { sessionsEnded } from '../auth/token.ts';
import { endTokenStreams } from '../auth/tokens/tokens.service.ts';
import {
  countUsers,
  findManaged,
  getUserCounts,
  listHeld,
  listUsers,
  type UserRow,
} from './managed-users.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  /** Changes of device access, from the devices feature. */
  access: {
    give: (by: Actor, userId: number, given: GivenAccess) => Promise<void>;
    take: (by: Actor, userId: number, deviceId: string) => Promise<void>;
    /** Returns the users whose devices have changed. */
    endDelegated: (tx: Db, by: Actor, userId: number) => Promise<{ changed: number[] }>;
  };
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const actor = ({ id, roles }: SessionUser): Actor => ({
  userId: id,
  role: actingRole('see', roles, 'none'),
});

async function requireOtherSuperSeller(tx: Db, id: number): Promise<void> {
  const others = (await lockSuperSellers(tx)).filter((userId) => userId !== id);
  if (others.length === 0) throw new ProblemError('LAST_SUPER_SELLER');
}

function createUserReads({ db, now }: Needs) {
  async function withDevices(rows: readonly UserRow[], search: string): Promise<ManagedUser[]> {
    const ids = rows.map(({ id }) => id);
    const held = await listHeld(db, ids, { search, most: MAX_DEVICES, at: new Date(now()) });
    const devicesOf = Map.groupBy(held, ({ user_id }) => user_id);
    return rows.map(({ created_at, disabled_at, last_seen_at, permissions, ...user }) => {
      const own = devicesOf.get(user.id) ?? [];
      const devices = own.map(({ id_dev, alias, fc_id, access, expires_at }) => ({
        id_dev,
        alias,
        fc_id,
        access,
        expires_at: expires_at && seconds(expires_at),
      }));
      return {
        ...user,
        permissions: permissions ?? [],
        devices,
        device_count: own[0]?.device_count ?? 0,
        created_at: seconds(created_at),
        disabled_at: disabled_at && seconds(disabled_at),
        last_seen_at: last_seen_at && seconds(last_seen_at),
      };
    });
  }

  async function find(id: number): Promise<UserRow> {
    const row = await findManaged(db, id);
    if (!row) throw new ProblemError('USER_NOT_FOUND');
    return row;
  }

  async function read(id: number): Promise<ManagedUser> {
    const [user] = await withDevices([await find(id)], '');
    if (!user) throw new ProblemError('USER_NOT_FOUND');
    return user;
  }

  return {
    find,
    read,
    async list(query: UsersQuery): Promise<UserPage> {
      const { search = '', role, state, sort = 'email', order = 'asc' } = query;
      const wanted = { ...readPage(query), search, role, state, sort, order, at: new Date(now()) };
      const [rows, total, counts] = await Promise.all([
        listUsers(db, wanted),
        countUsers(db, wanted),
        getUserCounts(db),
      ]);
      return { items: await withDevices(rows, search), total, counts };
    },
  };
}

/** R7.3, R7.5 */
export function createUserManagement(needs: Needs) {
  const { db, outbox, now, access } = needs;
  const { list, find, read } = createUserReads(needs);

  /** Finds the user, changes them, and returns the new state. */
  async function change(id: number, act: () => Promise<unknown>): Promise<ManagedUser> {
    await find(id);
    await act();
    return read(id);
  }

  const publishRoles = (tx: Db, userIds: readonly number[], deviceIds: readonly string[]) =>
    outbox.publish(tx, ...roleEvents(userIds, deviceIds));

  /** R7.3: delegations, roles and API tokens stay; those of a disabled account open nothing. */
  async function disable(tx: Db, by: Actor, id: number): Promise<void> {
    await lockUser(tx, id);
    if ((await listRoles(tx, id)).includes('Super Seller')) await requireOtherSuperSeller(tx, id);
    if (!(await updateDisabled(tx, id, new Date(now())))) return;
    const ended = await deleteAllSessions(tx, id);
    await appendAudit(tx, new Date(now()), { kind: 'account', action: 'disabled', userId: id, by });
    const tokensEnded = await endTokenStreams(tx, id);
    await outbox.publish(tx, ...sessionsEnded(ended), ...tokensEnded);
  }

  async function enable(tx: Db, by: Actor, id: number): Promise<void> {
    if (await updateDisabled(tx, id, null))
      await appendAudit(tx, new Date(now()), { kind: 'account', action: 'enabled', userId: id, by });
  }

  /** R4.3: with the last role the user loses what was delegated to them. */
  async function takeRole(tx: Db, by: Actor, id: number, role: Role): Promise<void> {
    await lockUser(tx, id);
    if (!(await listRoles(tx, id)).includes(role)) return;
    if (role === 'Super Seller') await requireOtherSuperSeller(tx, id);
    await deleteRole(tx, id, role);
    await requireRenewal(tx, id);
    const isBelowLevel = !isStaff(await listRoles(tx, id));
    const held = await devicesOf(tx, id, new Date(now()));
    const { changed } = isBelowLevel ? await access.endDelegated(tx, by, id) : { changed: [] };
    await appendAudit(tx, new Date(now()), { kind: 'role', action: 'revoked', role, userId: id, by, held });
    await publishRoles(
      tx,
      [id, ...changed],
      held.map(({ deviceId }) => deviceId),
    );
  }

  async function endAllSessions(tx: Db, by: Actor, id: number): Promise<void> {
    const ended = await deleteSessionsOf(tx, id);
    await outbox.publish(tx, ...sessionsEnded(ended));
    await appendAudit(tx, new Date(now()), { kind: 'account', action: 'sessions_ended', userId: id, by });
  }

  return {
    list,

    annotate: (id: number, { notes, known_notes }: UserNotes) =>
      change(id, async () => {
        const known = known_notes === undefined ? undefined : known_notes || null;
        if (!(await updateNotes(db, id, notes || null, known))) throw new ProblemError('NOTES_CHANGED');
      }),

    setDisabled: (by: SessionUser, id: number, isDisabled: boolean) =>
      change(id, () => {
        if (isDisabled && by.id === id) throw new ProblemError('DISABLE_SELF');
        const apply = isDisabled ? disable : enable;
        return outbox.transaction(db, (tx) => apply(tx, actor(by), id));
      }),

    endSessions: (by: SessionUser, id: number) =>
      change(id, () => outbox.transaction(db, (tx) => endAllSessions(tx, actor(by), id))),

    addPermission: (by: SessionUser, id: number, role: Role) =>
      change(id, async () => {
        await outbox.transaction(db, async (tx) => {
          const deviceIds = await grantRole(tx, new Date(now()), { by: actor(by), userId: id, role });
          await publishRoles(tx, [id], deviceIds);
        });
      }),

    removePermission: (by: SessionUser, id: number, role: Role) =>
      change(id, () => outbox.transaction(db, (tx) => takeRole(tx, actor(by), id, role))),

    giveDevice: (by: SessionUser, id: number, given: GivenAccess) =>
      change(id, () => access.give(actor(by), id, given)),

    takeDevice: (by: SessionUser, id: number, deviceId: string) =>
      change(id, () => access.take(actor(by), id, deviceId)),
  };
}
export type UserManagement = ReturnType<typeof createUserManagement>;
