import type { Personalization } from '@manoboard/contract/account/account';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export interface ConfirmationLink {
  email: string;
  tokenHash: Buffer;
  expiresAt: Date;
}

/** A user has one link; a new one voids the earlier. */
export const replaceConfirmation = (db: Db, userId: number, link: ConfirmationLink) => {
  const row = { email: link.email, token_hash: link.tokenHash, expires_at: link.expiresAt };
  return db
    .insertInto('email_confirmation')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
};

/**
 * Sets the link of an address that still waits for confirmation; returns nothing when it is confirmed, replaced or
 * cancelled by now.
 */
export const renewConfirmation = async (db: Db, userId: number, link: ConfirmationLink) => {
  const { rows } = await sql<{ personalization: Personalization | null }>`
    update email_confirmation
    set token_hash = ${link.tokenHash}, expires_at = ${link.expiresAt}
    from app_user
    where user_id = ${userId} and app_user.id = user_id and email_confirmation.email = ${link.email}
    returning personalization`.execute(db);
  return rows[0] && { locale: rows[0].personalization?.locale };
};

/** The address that waits for confirmation: a pending change first, then an unconfirmed account's own. */
export const findUnconfirmed = async (db: Db, userId: number) => {
  const row = await db
    .selectFrom('app_user')
    .leftJoin('email_confirmation as link', 'link.user_id', 'app_user.id')
    .where('app_user.id', '=', userId)
    .select([
      sql<string | null>`coalesce(
        link.email, case when email_confirmed_at is null then app_user.email end)`.as('email'),
      'personalization',
    ])
    .executeTakeFirstOrThrow();
  return row.email === null ? undefined : { email: row.email, locale: row.personalization?.locale };
};

/** Cancels a pending change of address; the link of a new account stays. */
export const deletePendingEmail = (db: Db, userId: number) =>
  sql`
    delete from email_confirmation link using app_user
    where link.user_id = ${userId} and app_user.id = link.user_id and link.email <> app_user.email`.execute(
    db,
  );

/** Consumes the link; `onChanged` is called with a confirmed former address. Recovery links in a mailbox that is no longer the account's become void. */
export async function useConfirmation(
  transaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>,
  tokenHash: Buffer,
  now: Date,
  onChanged: (tx: Db, userId: number, formerEmail: string) => Promise<void>,
): Promise<'confirmed' | 'bad token' | 'email taken'> {
  try {
    return await transaction(async (tx) => {
      const link = await tx
        .deleteFrom('email_confirmation')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .returning(['user_id as userId', 'email'])
        .executeTakeFirst();
      if (!link) return 'bad token';
      const { userId, email } = link;
      await sql`
        delete from password_reset using app_user
        where user_id = ${userId} and app_user.id = user_id and app_user.email <> ${email}`.execute(tx);
      const former = await tx
        .selectFrom('app_user')
        .where('id', '=', userId)
        .select(['email', 'email_confirmed_at as confirmedAt'])
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('app_user')
        .set({ email, email_confirmed_at: now })
        .where('id', '=', userId)
        .execute();
      if (former.confirmedAt && former.email !== email) await onChanged(tx, userId, former.email);
      return 'confirmed';
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'app_user_email') return 'email taken';
    throw error;
  }
}
