import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';
import type { DemoPerson } from './demo-data.ts';

export async function insertPerson(
  db: Db,
  person: DemoPerson,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const { email, name, surname, phoneNumber, address, role } = person;
  const user = await db
    .insertInto('app_user')
    .values({
      email,
      name,
      surname,
      phone_number: phoneNumber ?? null,
      address: address ?? null,
      password_hash: passwordHash,
      terms_accepted_at: now,
      email_confirmed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (user && role) await db.insertInto('user_role').values({ user_id: user.id, role }).execute();
}

/** Inserts the board, or updates the secret and the claim code of an existing one. */
export async function enrolBoard(
  db: Db,
  board: { deviceId: string; alias: string | null; secretHash: Buffer; claimHash: Buffer },
): Promise<{ id: DeviceKey; isNew: boolean }> {
  const { deviceId, alias, secretHash, claimHash } = board;
  const hashes = { secret_hash: secretHash, claim_hash: claimHash };
  return (
    db
      .insertInto('device')
      .values({ id_dev: deviceId, alias, ...hashes })
      .onConflict((conflict) => conflict.column('id_dev').doUpdateSet(hashes))
      // `xmax` is 0 in an inserted row only.
      .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
  );
}

export const getPersonId = async (db: Db, email: string): Promise<number> =>
  (
    await db
      .selectFrom('app_user')
      .where(sql`lower(email)`, '=', email)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id;

export const insertAccess = (
  db: Db,
  deviceKey: DeviceKey,
  userId: number,
  since: Date,
  delegation?: { grantedBy: number; expiresAt: Date | null },
) =>
  db
    .insertInto('user_device')
    .values({
      device_id: deviceKey,
      user_id: userId,
      access: delegation ? 'delegate' : 'owner',
      created_at: since,
      granted_by: delegation?.grantedBy ?? null,
      expires_at: delegation?.expiresAt ?? null,
    })
    .execute();

export const findBoard = async (db: Db, deviceId: string): Promise<DeviceKey | undefined> =>
  (await db.selectFrom('device').where('id_dev', '=', deviceId).select('id').executeTakeFirst())?.id;
