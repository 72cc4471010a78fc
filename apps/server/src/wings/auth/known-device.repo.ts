import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export interface NewDevice {
  tokenHash: Buffer;
  /** The token that the browser had until now; it is replaced for all accounts that know it. */
  replacedHash: Buffer | undefined;
  usedAt: Date;
  expiresAt: Date;
}

/** Known browsers of an account; the least recently used one is evicted. */
const MAX_DEVICES = 20;

/** The accounts that know this browser. */
export const listDeviceUsers = async (db: Db, tokenHash: Buffer, now: Date): Promise<number[]> => {
  const rows = await db
    .selectFrom('known_device')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
};

/** Every login replaces the token of the browser, so a planted or copied token becomes void. */
export async function storeKnownDevice(tx: Db, userId: number, device: NewDevice): Promise<void> {
  const { tokenHash, replacedHash, usedAt, expiresAt } = device;
  if (replacedHash)
    await tx
      .updateTable('known_device')
      .where('token_hash', '=', replacedHash)
      .set({ token_hash: tokenHash })
      .execute();
  const times = { used_at: usedAt, expires_at: expiresAt };
  await tx
    .insertInto('known_device')
    .values({ token_hash: tokenHash, user_id: userId, ...times })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet(times))
    .execute();
  await sql`
    delete from known_device where user_id = ${userId} and token_hash in (
      select token_hash from known_device where user_id = ${userId}
      order by used_at desc, token_hash offset ${MAX_DEVICES})`.execute(tx);
}

/** A new password makes every browser of the account unknown. */
export const deleteDevices = (tx: Db, userId: number) =>
  tx.deleteFrom('known_device').where('user_id', '=', userId).execute();
