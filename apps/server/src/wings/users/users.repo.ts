import type { Personalization, Role } from '@manoboard/contract/account/account';
import type { Db } from '../../db/db.ts';

export const listRoles = async (db: Db, userId: number): Promise<Role[]> =>
  (
    await db.selectFrom('user_role').where('user_id', '=', userId).select('role').orderBy('role').execute()
  ).map(({ role }) => role);

export const setPersonalization = (db: Db, id: number, personalization: Personalization) =>
  db
    .updateTable('app_user')
    .set({ personalization: JSON.stringify(personalization) })
    .where('id', '=', id)
    .execute();
