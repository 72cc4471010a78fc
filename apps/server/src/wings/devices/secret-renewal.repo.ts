import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { lockDevice } from '../../db/locks.ts';

export const findBoardToRenew = (db: Db, deviceId: string) =>
  db
    .selectFrom('device')
    .where('id_dev', '=', deviceId)
    .select(['id as deviceKey', 'alias', 'capabilities'])
    .executeTakeFirst();

interface NewRenewal {
  deviceKey: DeviceKey;
  messageId: string;
  secretHash: Buffer;
  at: Date;
}

/** False while a message that was sent after `since` may still be on its way to the board. */
export const insertRenewal = async (
  db: Db,
  { deviceKey, messageId, secretHash, at }: NewRenewal,
  since: Date,
): Promise<boolean> => {
  const row = {
    message_id: messageId,
    secret_hash: secretHash,
    asked_at: at,
    stored_at: null,
    used_at: null,
    failed_at: null,
  };
  const inserted = await db
    .insertInto('secret_renewal')
    .values({ device_id: deviceKey, ...row })
    .onConflict((conflict) =>
      conflict
        .column('device_id')
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([eb('secret_renewal.secret_hash', 'is', null), eb('secret_renewal.asked_at', '<=', since)]),
        ),
    )
    .returning('device_id')
    .executeTakeFirst();
  return inserted !== undefined;
};

/** The answer of the board; false for one of an earlier message, and for a repeated one. */
export const markStored = async (db: Db, deviceKey: DeviceKey, messageId: string, at: Date) =>
  (
    await db
      .updateTable('secret_renewal')
      .where('device_id', '=', deviceKey)
      .where('message_id', '=', messageId)
      .where('secret_hash', 'is not', null)
      .where('stored_at', 'is', null)
      .set({ stored_at: at })
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** The new secret is not valid any more. */
export const markFailed = async (db: Db, deviceKey: DeviceKey, messageId: string, at: Date) =>
  (
    await db
      .updateTable('secret_renewal')
      .where('device_id', '=', deviceKey)
      .where('message_id', '=', messageId)
      .where('secret_hash', 'is not', null)
      .set({ secret_hash: null, failed_at: at })
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** The new secret replaces the former one; false if it is not valid, or replaced it before. */
export async function replaceByNew(db: Db, deviceKey: DeviceKey, hash: Buffer, at: Date): Promise<boolean> {
  // The device first, as an enrolment: two orders of the locks would be a deadlock. Only a statement that begins after
  // the wait for the lock sees that an enrolment has withdrawn the secret.
  await lockDevice(db, deviceKey);
  const { numUpdatedRows } = await db
    .updateTable('secret_renewal')
    .where('device_id', '=', deviceKey)
    .where('secret_hash', '=', hash)
    .set({ secret_hash: null, used_at: at })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db.updateTable('device').where('id', '=', deviceKey).set({ secret_hash: hash }).execute();
  return true;
}

export const hasSecret = async (db: Db, deviceKey: DeviceKey, hash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('device')
    .where('id', '=', deviceKey)
    .where('secret_hash', '=', hash)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** New secrets that were not used yet: an enrolment replaces them too. */
export const deleteRenewals = (db: Db, deviceIds: readonly string[]) =>
  db
    .deleteFrom('secret_renewal')
    .where('device_id', 'in', (eb) =>
      eb.selectFrom('device').where('id_dev', '=', sql<string>`any(${deviceIds}::text[])`).select('id'),
    )
    .execute();

/** Newest first. */
export const listRenewals = (db: Db, most: number) =>
  db
    .selectFrom('secret_renewal')
    .innerJoin('device', 'device.id', 'device_id')
    .select(['id_dev', 'alias', 'asked_at', 'stored_at', 'used_at', 'failed_at'])
    .orderBy('asked_at', 'desc')
    .limit(most)
    .execute();
