import type { Db } from '../../../db/db.ts';
import type { AuthChallengeTable } from '../../../db/tables/account-tables.ts';

type Purpose = AuthChallengeTable['purpose'];

interface NewChallenge {
  tokenHash: Buffer;
  purpose: Purpose;
  userId: number | null;
  expiresAt: Date;
  isRemembered?: boolean;
  passwordHash?: string;
}

export const insertChallenge = (db: Db, challenge: NewChallenge) =>
  db
    .insertInto('auth_challenge')
    .values({
      token_hash: challenge.tokenHash,
      purpose: challenge.purpose,
      user_id: challenge.userId,
      is_remembered: challenge.isRemembered ?? false,
      password_hash: challenge.passwordHash ?? null,
      expires_at: challenge.expiresAt,
    })
    .execute();

export const findLoginStep = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('auth_challenge')
    .innerJoin('app_user', 'app_user.id', 'auth_challenge.user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'login')
    .where('expires_at', '>', now)
    .select([
      'app_user.id as userId',
      'app_user.email',
      'is_remembered as isRemembered',
      'auth_challenge.password_hash as passwordHash',
    ])
    .executeTakeFirst();

/** A challenge works once; `userId` is that of its user, `null` for a login by a passkey alone. */
export const takeChallenge = async (
  db: Db,
  tokenHash: Buffer,
  purpose: Purpose,
  userId: number | null,
  now: Date,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('auth_challenge')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
};
