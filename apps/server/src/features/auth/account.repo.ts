import type { Registration, User } from '@manoboard/contract/account';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

const USER = ['id', 'email', 'name', 'surname', 'phone_number', 'address'] as const;

/** People of the demo are found in the demo only. */
export const findCredentials = (db: Db, email: string, isDemo: boolean) =>
  db
    .selectFrom('app_user')
    .where('is_demo', 'in', [false, isDemo])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .select(['id', 'email', 'password_hash as passwordHash', 'personalization'])
    .executeTakeFirst();

export const getCredentials = (db: Db, userId: number) =>
  db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['email', 'password_hash as passwordHash'])
    .executeTakeFirstOrThrow();

/** Nothing if the e-mail is taken: the index decides, also between two at once. */
export const insertUser = (
  db: Db,
  user: Omit<Registration, 'password' | 'terms_accepted'>,
  passwordHash: string,
  now: Date,
) =>
  db
    .insertInto('app_user')
    .values({
      email: user.email,
      name: user.name,
      surname: user.surname,
      phone_number: user.phone_number || null,
      password_hash: passwordHash,
      terms_accepted_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(USER)
    .executeTakeFirst();

export interface AccountChange extends Partial<Omit<User, 'id'>> {
  passwordHash?: string | undefined;
}

interface Changed {
  user: User;
  /** Sessions that have ended with it. */
  ended: Buffer[];
}

/**
 * Only while `knownHash` is the password's: another change may have been faster. A new password ends the user's
 * other sessions, and with it or a new e-mail the link in an old mailbox dies.
 */
export async function changeAccount(
  db: Db,
  { userId, sessionId, knownHash }: { userId: number; sessionId: Buffer; knownHash: string },
  { passwordHash, ...profile }: AccountChange,
): Promise<Changed | 'email taken' | 'password changed'> {
  try {
    return await db.transaction().execute(async (tx) => {
      const user = await tx
        .updateTable('app_user')
        .set({ ...profile, password_hash: passwordHash ?? knownHash })
        .where('id', '=', userId)
        .where('password_hash', '=', knownHash)
        .returning(USER)
        .executeTakeFirst();
      if (!user) return 'password changed';
      if (passwordHash !== undefined || profile.email !== undefined)
        await tx.deleteFrom('password_reset').where('user_id', '=', userId).execute();
      if (passwordHash === undefined) return { user, ended: [] };
      const ended = await tx
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('id', '!=', sessionId)
        .returning('id')
        .execute();
      return { user, ended: ended.map(({ id }) => id) };
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'app_user_email') return 'email taken';
    throw error;
  }
}
