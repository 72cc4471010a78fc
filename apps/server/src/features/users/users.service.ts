import type { Db } from '../../db/db.ts';
import type { SessionUser } from '../../http/session.ts';
import { getUser, listRoles } from './users.repo.ts';

export const createUsers = (db: Db) => ({
  me: (user: SessionUser) => getUser(db, user.id),
  /** R3.7 */
  roles: (user: SessionUser) => listRoles(db, user.id),
});
export type Users = ReturnType<typeof createUsers>;
