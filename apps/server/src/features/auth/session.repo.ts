import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export const insertSession = (
  db: Db,
  session: { id: Buffer; userId: number; isRemembered: boolean; expiresAt: Date },
) =>
  db
    .insertInto('session')
    .values({
      id: session.id,
      user_id: session.userId,
      is_remembered: session.isRemembered,
      expires_at: session.expiresAt,
    })
    .execute();

export const findSession = (db: Db, id: Buffer, now: Date, isDemo: boolean) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .where('session.id', '=', id)
    .where('is_demo', 'in', [false, isDemo])
    .where('expires_at', '>', now)
    .select((eb) => [
      'user_id as userId',
      'is_remembered as isRemembered',
      'expires_at as expiresAt',
      eb
        .selectFrom('user_role')
        .whereRef('user_role.user_id', '=', 'session.user_id')
        .select(sql<string[]>`coalesce(array_agg(role order by role), '{}')`.as('roles'))
        .as('roles'),
    ])
    .executeTakeFirst();

export const extendSession = (db: Db, id: Buffer, expiresAt: Date) =>
  db.updateTable('session').set({ expires_at: expiresAt }).where('id', '=', id).execute();

export const deleteSession = (db: Db, id: Buffer) => db.deleteFrom('session').where('id', '=', id).execute();

export const deleteExpiredSessions = (db: Db, now: Date) =>
  db.deleteFrom('session').where('expires_at', '<=', now).execute();
