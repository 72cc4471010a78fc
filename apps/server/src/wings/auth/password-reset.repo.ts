import type { Db } from '../../db/db.ts';
import { deleteWithoutSession } from '../alerts/push/push.repo.ts';
import { deleteDevices, type NewDevice, storeKnownDevice } from './known-device.repo.ts';
import { deleteSessionsOf } from './session.repo.ts';

/** A user has one link; a new one voids the earlier. */
export const replaceReset = (db: Db, userId: number, tokenHash: Buffer, expiresAt: Date) =>
  db
    .insertInto('password_reset')
    .values({ user_id: userId, token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ token_hash: tokenHash, expires_at: expiresAt }),
    )
    .execute();

/** The person whose link it is. */
export const findReset = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('password_reset')
    .innerJoin('app_user', 'app_user.id', 'password_reset.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select(['email', 'name', 'surname'])
    .executeTakeFirst();

/**
 * Consumes the link, sets the password, ends all sessions and makes all other browsers unknown; returns nothing if the
 * link was used meanwhile. The link proves the account's address, and cancels a pending change of address, which an
 * attacker may have requested.
 */
export async function useReset(
  tx: Db,
  tokenHash: Buffer,
  now: Date,
  passwordHash: string,
  device: NewDevice,
): Promise<{ userId: number; email: string; ended: Buffer[] } | undefined> {
  const reset = await tx
    .deleteFrom('password_reset')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id as userId')
    .executeTakeFirst();
  if (!reset) return undefined;
  const { email } = await tx
    .updateTable('app_user')
    .set((eb) => ({
      password_hash: passwordHash,
      email_confirmed_at: eb.fn.coalesce('email_confirmed_at', eb.val(now)),
    }))
    .where('id', '=', reset.userId)
    .returning('email')
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('email_confirmation').where('user_id', '=', reset.userId).execute();
  const ended = await deleteSessionsOf(tx, reset.userId);
  await deleteWithoutSession(tx, reset.userId);
  await deleteDevices(tx, reset.userId);
  await storeKnownDevice(tx, reset.userId, device);
  return { userId: reset.userId, email, ended };
}
