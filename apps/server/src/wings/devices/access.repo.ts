import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { EndedAccess } from './ended-access.ts';

export const findClaim = (db: Db, deviceId: string) =>
  db
    .selectFrom('device')
    .where('id_dev', '=', deviceId)
    .select((eb) => [
      'id as deviceKey',
      'claim_hash as claimHash',
      eb
        .exists(
          eb.selectFrom('user_device').whereRef('device_id', '=', 'device.id').where('access', '=', 'owner'),
        )
        .$castTo<boolean>()
        .as('hasOwner'),
    ])
    .executeTakeFirst();

/** Waits for a deletion of the account in progress; false if it is deleted. Devices are not inserted for such a user. */
export const lockReceiver = async (tx: Db, userId: number): Promise<boolean> =>
  (await tx
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()) !== undefined;

/** R4.3c: a new tenure begins. False if the device got an owner meanwhile. */
export const insertOwner = async (
  db: Db,
  deviceKey: DeviceKey,
  userId: number,
  at: Date,
): Promise<boolean> => {
  const row = await db
    .insertInto('user_device')
    .values({ user_id: userId, device_id: deviceKey, access: 'owner', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
};

export const updateAlias = (db: Db, deviceKey: DeviceKey, alias: string | null) =>
  db.updateTable('device').where('id', '=', deviceKey).set({ alias }).execute();

export const getAlias = async (db: Db, deviceKey: DeviceKey): Promise<string | null> =>
  (await db.selectFrom('device').where('id', '=', deviceKey).select('alias').executeTakeFirstOrThrow()).alias;

export const listHolders = async (db: Db, deviceKey: DeviceKey): Promise<number[]> =>
  (await db.selectFrom('user_device').where('device_id', '=', deviceKey).select('user_id').execute()).map(
    (row) => row.user_id,
  );

export const findOwnerId = async (db: Db, deviceKey: DeviceKey): Promise<number | undefined> =>
  (
    await db
      .selectFrom('user_device')
      .where('device_id', '=', deviceKey)
      .where('access', '=', 'owner')
      .select('user_id')
      .executeTakeFirst()
  )?.user_id;

/** Also access that has expired. */
export async function findAccess(db: Db, deviceKey: DeviceKey, userId: number) {
  const row = await db
    .selectFrom('user_device')
    .where('device_id', '=', deviceKey)
    .where('user_id', '=', userId)
    .select(['access', 'level', 'expires_at', 'granted_by as grantedBy'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { expires_at: end, ...held } = row;
  return { ...held, expiresAtS: end && end.getTime() / 1000 };
}

const ENDED = ['user_id as userId', 'access', 'is_end_told as isEndNotified'] as const;

/** Returns the ended access. */
export const deleteAllAccess = (db: Db, deviceKey: DeviceKey): Promise<EndedAccess[]> =>
  db.deleteFrom('user_device').where('device_id', '=', deviceKey).returning(ENDED).execute();

/** Deletes delegations that a former owner left behind; returns them. */
export const deleteLeftovers = (db: Db, deviceKey: DeviceKey): Promise<EndedAccess[]> =>
  db
    .deleteFrom('user_device')
    .where('device_id', '=', deviceKey)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_device as held')
            .where('held.device_id', '=', deviceKey)
            .where('held.access', '=', 'owner'),
        ),
      ),
    )
    .returning(ENDED)
    .execute();

/** Deletes the access of one user and all that was passed on from it; returns the ended access. */
export const deleteAccess = (db: Db, deviceKey: DeviceKey, userId: number): Promise<EndedAccess[]> =>
  deleteWithPassedOn(db, deviceKey, sql`user_id = ${userId}`);

/** Deletes what a user passed on; returns the ended access. */
export const deletePassedOn = (db: Db, deviceKey: DeviceKey, userId: number): Promise<EndedAccess[]> =>
  deleteWithPassedOn(db, deviceKey, sql`granted_by = ${userId}`);

const deleteWithPassedOn = async (
  db: Db,
  deviceKey: DeviceKey,
  isFirst: RawBuilder<unknown>,
): Promise<EndedAccess[]> =>
  (
    await sql<EndedAccess>`
      with recursive ended as (
        select user_id from user_device where device_id = ${deviceKey} and ${isFirst}
        union
        select passed.user_id from user_device passed
        join ended on passed.granted_by = ended.user_id
        where passed.device_id = ${deviceKey}
      )
      delete from user_device
      where device_id = ${deviceKey} and user_id in (select user_id from ended)
      returning user_id as "userId", access, is_end_told as "isEndNotified"`.execute(db)
  ).rows;
