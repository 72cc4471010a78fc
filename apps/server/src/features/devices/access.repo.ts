import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Ended } from './ended.ts';

export const findClaim = (db: Db, idDev: string) =>
  db
    .selectFrom('device')
    .where('id_dev', '=', idDev)
    .select((eb) => [
      'id as deviceId',
      'claim_hash as claimHash',
      eb
        .exists(
          eb.selectFrom('user_device').whereRef('device_id', '=', 'device.id').where('access', '=', 'owner'),
        )
        .$castTo<boolean>()
        .as('hasOwner'),
    ])
    .executeTakeFirst();

/** R4.3c: a new tenure begins. False when somebody was quicker. */
export const insertOwner = async (db: Db, deviceId: number, userId: number, at: Date): Promise<boolean> => {
  const row = await db
    .insertInto('user_device')
    .values({ user_id: userId, device_id: deviceId, access: 'owner', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
};

export const updateAlias = (db: Db, deviceId: number, alias: string | null) =>
  db.updateTable('device').where('id', '=', deviceId).set({ alias }).execute();

export const getAlias = async (db: Db, deviceId: number): Promise<string | null> =>
  (await db.selectFrom('device').where('id', '=', deviceId).select('alias').executeTakeFirstOrThrow()).alias;

export const listHolders = async (db: Db, deviceId: number): Promise<number[]> =>
  (await db.selectFrom('user_device').where('device_id', '=', deviceId).select('user_id').execute()).map(
    (row) => row.user_id,
  );

export const findOwnerId = async (db: Db, deviceId: number): Promise<number | undefined> =>
  (
    await db
      .selectFrom('user_device')
      .where('device_id', '=', deviceId)
      .where('access', '=', 'owner')
      .select('user_id')
      .executeTakeFirst()
  )?.user_id;

export const findAccess = (db: Db, deviceId: number, userId: number) =>
  db
    .selectFrom('user_device')
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .select(['access', 'expires_at as expiresAt', 'granted_by as grantedBy'])
    .executeTakeFirst();

const ENDED = ['user_id as userId', 'access', 'is_end_told as isEndTold'] as const;

/** Gives back who had it. */
export const deleteAllAccess = (db: Db, deviceId: number): Promise<Ended[]> =>
  db.deleteFrom('user_device').where('device_id', '=', deviceId).returning(ENDED).execute();

/** Delegations of a device that lost its owner are not the next owner's; gives back who had them. */
export const deleteLeftovers = (db: Db, deviceId: number): Promise<Ended[]> =>
  db
    .deleteFrom('user_device')
    .where('device_id', '=', deviceId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_device as held')
            .where('held.device_id', '=', deviceId)
            .where('held.access', '=', 'owner'),
        ),
      ),
    )
    .returning(ENDED)
    .execute();

/** The access of one user and all that was passed on from it; gives back who had it. */
export const deleteAccess = async (db: Db, deviceId: number, userId: number): Promise<Ended[]> =>
  (
    await sql<Ended>`
      with recursive ended as (
        select user_id from user_device where device_id = ${deviceId} and user_id = ${userId}
        union
        select passed.user_id from user_device passed
        join ended on passed.granted_by = ended.user_id
        where passed.device_id = ${deviceId}
      )
      delete from user_device
      where device_id = ${deviceId} and user_id in (select user_id from ended)
      returning user_id as "userId", access, is_end_told as "isEndTold"`.execute(db)
  ).rows;
