import type { Role } from '@manoboard/contract/account';
import type { Db } from '../../db/db.ts';
import { findUserId, insertRole } from './managed-users.repo.ts';

/** By the operator, who needs no role himself. False when nobody has this e-mail. */
export async function giveRole(db: Db, email: string, role: Role): Promise<boolean> {
  const user = await findUserId(db, email);
  if (user) await insertRole(db, user.id, role);
  return user !== undefined;
}
