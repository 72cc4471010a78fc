import type { Db } from '../../db/db.ts';

export const hasSuperSeller = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('user_role')
    .where('role', '=', 'Super Seller')
    .select('user_id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Expired codes are deleted; the codes of other servers stay valid. */
export async function insertSetupCode(db: Db, codeHash: Buffer, expiresAt: Date, now: Date): Promise<void> {
  await db.deleteFrom('setup_code').where('expires_at', '<=', now).execute();
  await db.insertInto('setup_code').values({ code_hash: codeHash, expires_at: expiresAt }).execute();
}

export const isSetupCode = async (db: Db, codeHash: Buffer, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('setup_code')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .select('code_hash')
    .executeTakeFirst()) !== undefined;

export const deleteSetupCodes = (db: Db) => db.deleteFrom('setup_code').execute();
