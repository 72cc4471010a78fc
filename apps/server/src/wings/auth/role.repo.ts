import type { Role } from '@manoboard/contract/account/account';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export const findUserId = (db: Db, email: string) =>
  db
    .selectFrom('app_user')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .select('id')
    .executeTakeFirst();

export const listRoles = async (db: Db, userId: number): Promise<Role[]> =>
  (
    await db.selectFrom('user_role').where('user_id', '=', userId).select('role').orderBy('role').execute()
  ).map(({ role }) => role);

/** False when the user has it already. */
export const insertRole = async (db: Db, userId: number, role: Role): Promise<boolean> => {
  const row = await db
    .insertInto('user_role')
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteRole = (db: Db, userId: number, role: Role) =>
  db.deleteFrom('user_role').where('user_id', '=', userId).where('role', '=', role).execute();

/** With an enabled account. */
export const isSuperSeller = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('user_role')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'Super Seller')
    .where('disabled_at', 'is', null)
    .select('user_id')
    .executeTakeFirst()) !== undefined;
