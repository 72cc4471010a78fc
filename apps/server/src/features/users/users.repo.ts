import type { Role, User } from '@manoboard/contract/account';
import type { Db } from '../../db/db.ts';

export const getUser = (db: Db, id: number): Promise<User> =>
  db
    .selectFrom('app_user')
    .where('id', '=', id)
    .select(['id', 'email', 'name', 'surname', 'phone_number', 'address'])
    .executeTakeFirstOrThrow();

export const listRoles = async (db: Db, userId: number): Promise<Role[]> =>
  (
    await db.selectFrom('user_role').where('user_id', '=', userId).select('role').orderBy('role').execute()
  ).map(({ role }) => role);
