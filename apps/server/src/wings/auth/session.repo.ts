import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { keepWithoutSession, moveToSession } from '../alerts/push/push.repo.ts';
import { type NewDevice, storeKnownDevice } from './known-device.repo.ts';

interface NewSession {
  id: Buffer;
  userId: number;
  isRemembered: boolean;
  userAgent: string | null;
  network: string;
  usedAt: Date;
  expiresAt: Date;
  /** The login had a second factor. */
  hasFactor: boolean;
}

/** An account keeps this many sessions; the one that was used the longest ago ends first. */
const MAX_SESSIONS = 20;

/**
 * Inserts only while the checked password is current and the account is enabled, so that no login survives a concurrent
 * password change or disabling. Concurrent logins of one account wait for each other, so that each counts the others.
 */
const insertSession = async (tx: Db, session: NewSession, passwordHash: string): Promise<boolean> => {
  const { id, userId, isRemembered, userAgent, network, usedAt, expiresAt, hasFactor } = session;
  const factorAt = hasFactor ? usedAt : null;
  const { numAffectedRows } = await sql`
    insert into session (
      id, user_id, is_remembered, user_agent, network, created_at, last_used_at, proved_at, factor_proved_at, expires_at)
    select
      ${id}::bytea, id, ${isRemembered}::boolean, ${userAgent}::text, ${network}::text, ${usedAt}::timestamptz,
      ${usedAt}::timestamptz, ${usedAt}::timestamptz, ${factorAt}::timestamptz, ${expiresAt}::timestamptz
    from app_user
    where id = ${userId} and password_hash = ${passwordHash} and disabled_at is null for no key update`.execute(
    tx,
  );
  return numAffectedRows === 1n;
};

interface Login {
  session: NewSession;
  /** The password that was checked. */
  passwordHash: string;
  device: NewDevice;
  /** Token of the session that the browser had until now. */
  replacedToken: Buffer | undefined;
}

const deleteSurplusSessions = async (tx: Db, { id, userId }: NewSession): Promise<Buffer[]> => {
  const ended = await tx
    .deleteFrom('session')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .where('user_id', '=', userId)
        .where('id', '!=', id)
        .select('id')
        .orderBy('last_used_at', 'desc')
        .orderBy('created_at', 'desc')
        .offset(MAX_SESSIONS - 1),
    )
    .returning('id')
    .execute();
  return ended.map((row) => row.id);
};

/**
 * The new session, in place of the browser's old one, and the sessions that it ended; undefined if the password has
 * changed or the account was disabled meanwhile.
 */
export async function beginSession(
  tx: Db,
  { session, passwordHash, device, replacedToken }: Login,
): Promise<{ ended: Buffer[] } | undefined> {
  if (!(await insertSession(tx, session, passwordHash))) return undefined;
  const replaced = replacedToken && (await findSessionId(tx, replacedToken));
  if (replaced) {
    await moveToSession(tx, session, replaced);
    await tx.deleteFrom('session').where('id', '=', replaced).execute();
  }
  await storeKnownDevice(tx, session.userId, device);
  return { ended: [...(replaced ? [replaced] : []), ...(await deleteSurplusSessions(tx, session))] };
}

const hasToken = (tokenHash: Buffer) => sql<boolean>`coalesce(token_hash, session.id) = ${tokenHash}`;

const selectSession = (db: Db, now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .where('expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .select((eb) => [
      'session.id',
      'user_id as userId',
      'is_remembered as isRemembered',
      'session.created_at as begunAt',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
      'proved_at as provedAt',
      'factor_proved_at as factorProvedAt',
      'must_renew as mustRenew',
      eb
        .selectFrom('user_role')
        .whereRef('user_role.user_id', '=', 'session.user_id')
        .select(sql<string[]>`coalesce(array_agg(role order by role), '{}')`.as('roles'))
        .as('roles'),
      eb
        .exists(
          eb
            .selectFrom('second_factor')
            .whereRef('second_factor.user_id', '=', 'session.user_id')
            .where('confirmed_at', 'is not', null)
            .select('second_factor.id'),
        )
        .as('hasFactor'),
    ]);

export const findSession = (db: Db, tokenHash: Buffer, now: Date) =>
  selectSession(db, now).where(hasToken(tokenHash)).executeTakeFirst();

/** By the token before its renewal, for requests under way. */
export const findRenewedSession = (db: Db, tokenHash: Buffer, now: Date) =>
  selectSession(db, now)
    .where('previous_hash', '=', tokenHash)
    .where('previous_until', '>', now)
    .executeTakeFirst();

const findSessionId = async (db: Db, tokenHash: Buffer): Promise<Buffer | undefined> =>
  (await db.selectFrom('session').where(hasToken(tokenHash)).select('id').executeTakeFirst())?.id;

/** False if the token was renewed meanwhile. */
export const renewToken = async (
  db: Db,
  id: Buffer,
  token: { old: Buffer; new: Buffer; oldUntil: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({
      token_hash: token.new,
      previous_hash: token.old,
      previous_until: token.oldUntil,
      must_renew: false,
    })
    .where('id', '=', id)
    .where(hasToken(token.old))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** After a change of rights. */
export const requireRenewal = (db: Db, userId: number) =>
  db.updateTable('session').set({ must_renew: true }).where('user_id', '=', userId).execute();

export const extendSession = (db: Db, id: Buffer, expiresAt: Date) =>
  db.updateTable('session').set({ expires_at: expiresAt }).where('id', '=', id).execute();

export const markProved = (db: Db, id: Buffer, at: Date, isByFactor: boolean) =>
  db
    .updateTable('session')
    .set({ proved_at: at, ...(isByFactor && { factor_proved_at: at }) })
    .where('id', '=', id)
    .execute();

/** The condition on `before` makes concurrent requests write once. */
export const markSessionUsed = (db: Db, id: Buffer, at: Date, before: Date) =>
  db
    .updateTable('session')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where('last_used_at', '<=', before)
    .execute();

export const listSessions = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .select(['id', 'user_agent', 'network', 'created_at', 'last_used_at', 'expires_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();

export const deleteOwnSession = async (db: Db, userId: number, id: Buffer): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};

export const deleteOtherSessions = async (db: Db, userId: number, sessionId: Buffer): Promise<Buffer[]> => {
  const ended = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
};

/** By its token; returns the session. */
export const deleteSession = async (db: Db, tokenHash: Buffer): Promise<Buffer | undefined> =>
  (await db.deleteFrom('session').where(hasToken(tokenHash)).returning('id').executeTakeFirst())?.id;

export const deleteSessionsOf = async (db: Db, userId: number): Promise<Buffer[]> => {
  const ended = await db.deleteFrom('session').where('user_id', '=', userId).returning('id').execute();
  return ended.map(({ id }) => id);
};

/** Lookups compare the end with the clock, so this only saves space. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await keepWithoutSession(db, now);
  for (const table of ['session', 'known_device', 'password_reset', 'auth_challenge'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
}
