import type { AccessLevel } from '@manoboard/contract/device/device';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { liveAccess } from '../../db/live-access.ts';

export const findReceiver = (db: Db, email: string) =>
  db
    .selectFrom('app_user')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .select(['id', 'email', 'name', 'surname', 'email_confirmed_at as emailConfirmedAt'])
    .executeTakeFirst();

export const listDelegations = (db: Db, deviceKey: DeviceKey, at: Date) =>
  db
    .selectFrom(liveAccess(at).as('live'))
    .innerJoin('app_user', 'app_user.id', 'live.user_id')
    .where('device_id', '=', deviceKey)
    .where('access', '=', 'delegate')
    .select([
      'app_user.id',
      'email',
      'name',
      'surname',
      'level',
      'expires_at as expiresAt',
      'granted_by as grantedBy',
    ])
    .orderBy(sql`lower(email)`)
    .execute();

interface NewAccess {
  deviceKey: DeviceKey;
  userId: number;
  grantedBy: number;
  level: AccessLevel;
  expiresAt: Date | null;
}

/** Never touches the owner. */
export const upsertDelegation = (db: Db, { deviceKey, userId, grantedBy, level, expiresAt }: NewAccess) =>
  db
    .insertInto('user_device')
    .values({
      user_id: userId,
      device_id: deviceKey,
      access: 'delegate',
      level,
      granted_by: grantedBy,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'device_id'])
        .doUpdateSet({ level, granted_by: grantedBy, expires_at: expiresAt, is_end_told: false })
        .where('user_device.access', '=', 'delegate'),
    )
    .execute();

/** R4.3b: passed-on access ends with it at the latest. Returns the users with a shorter access now, and its former end. */
export async function shortenPassedOn(
  db: Db,
  deviceKey: DeviceKey,
  userId: number,
  end: Date,
): Promise<{ userId: number; formerEnd: Date | null }[]> {
  const { rows } = await sql<{ userId: number; formerEnd: Date | null }>`
    with recursive passed as (
      select user_id, expires_at from user_device where device_id = ${deviceKey} and granted_by = ${userId}
      union
      select further.user_id, further.expires_at from user_device further
      join passed on further.granted_by = passed.user_id
      where further.device_id = ${deviceKey}
    )
    update user_device held set expires_at = ${end}
    from passed
    where held.device_id = ${deviceKey} and held.user_id = passed.user_id
      and (held.expires_at is null or held.expires_at > ${end})
    returning held.user_id as "userId", passed.expires_at as "formerEnd"`.execute(db);
  return rows;
}

/** R4.3d */
export const isEmailConfirmed = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .select('id')
    .executeTakeFirst()) !== undefined;

export const listLevel = async (db: Db, userId: number): Promise<string[]> =>
  (await db.selectFrom('user_role').where('user_id', '=', userId).select('role').execute()).map(
    ({ role }) => role,
  );

/** Claims each expired access once. Skips locked rows: the transaction that changes them notifies their users. */
export const claimEnded = async (db: Db, at: Date) =>
  (
    await sql<{ userId: number; deviceKey: DeviceKey; deviceId: string; expiresAt: Date }>`
      update user_device set is_end_told = true
      from device
      where device.id = device_id and (user_id, device_id) in (
        select user_id, device_id from user_device
        where expires_at <= ${at} and not is_end_told
        for update skip locked
      )
      returning user_id as "userId", device_id as "deviceKey", id_dev as "deviceId", expires_at as "expiresAt"`.execute(
      db,
    )
  ).rows;

export const findNextEnd = async (db: Db, from: Date): Promise<Date | null> =>
  (
    await db
      .selectFrom('user_device')
      .where('expires_at', '>', from)
      .where('is_end_told', '=', false)
      .select((eb) => eb.fn.min('expires_at').as('end'))
      .executeTakeFirstOrThrow()
  ).end;
