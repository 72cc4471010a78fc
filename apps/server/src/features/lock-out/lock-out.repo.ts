import type { LockOut } from '@manoboard/contract/nouns/lock-out';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

const tags = (db: Db) =>
  db
    .selectFrom('lock_out')
    .innerJoin('device', 'device.id', 'lock_out.device_id')
    .innerJoin('app_user', 'app_user.id', 'lock_out.user_id')
    .select(['lock_out.id', 'id_dev', 'reason', 'user_id', 'name', 'surname'])
    .select(['lock_out.created_at', 'until']);

type Row = Awaited<ReturnType<ReturnType<typeof tags>['executeTakeFirstOrThrow']>>;

const toLockOut = ({ id, reason, user_id, name, surname, created_at, until }: Row): LockOut => ({
  id,
  reason,
  by: { user_id, name: `${name} ${surname}`.trim() },
  since: toSeconds(created_at),
  until: until && toSeconds(until),
});

/** The one that has not been removed; its end may have passed. */
export async function findOpen(db: Db, deviceKey: DeviceKey): Promise<LockOut | undefined> {
  const row = await tags(db)
    .where('lock_out.device_id', '=', deviceKey)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row && toLockOut(row);
}

/** Of these devices; `null` is every device. */
export async function listActive(db: Db, deviceIds: readonly string[] | null, at: Date) {
  const rows = await tags(db)
    .where(deviceIds ? sql<boolean>`id_dev = any(${deviceIds})` : sql.lit(true))
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)]))
    .execute();
  return rows.map((row) => ({ device_id: row.id_dev, lock_out: toLockOut(row) }));
}

interface NewTag {
  deviceKey: DeviceKey;
  userId: number;
  reason: string;
  until: Date | null;
  at: Date;
}

export const insertTag = (db: Db, { deviceKey, userId, reason, until, at }: NewTag) =>
  db
    .insertInto('lock_out')
    .values({ device_id: deviceKey, user_id: userId, reason, until, created_at: at })
    .execute();

export const updateTag = (db: Db, id: number, change: { reason: string; until: Date | null }) =>
  db.updateTable('lock_out').where('id', '=', id).set(change).execute();

/** False when it has ended already. */
export async function markEnded(db: Db, id: number, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('lock_out')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .set({ ended_at: at })
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Claims each expired tag once over all servers; skips locked tags, which another transaction is changing. */
export const claimExpired = async (db: Db, at: Date) =>
  (
    await sql<{ deviceKey: DeviceKey; deviceId: string; reason: string; until: Date }>`
      update lock_out set ended_at = until
      from device
      where device.id = lock_out.device_id and lock_out.id in (
        select id from lock_out where ended_at is null and until <= ${at} for update skip locked
      )
      returning device.id as "deviceKey", id_dev as "deviceId", reason, until`.execute(db)
  ).rows;

export const findNextEnd = async (db: Db, after: Date): Promise<Date | null> =>
  (
    await db
      .selectFrom('lock_out')
      .where('ended_at', 'is', null)
      .where('until', '>', after)
      .select((eb) => eb.fn.min('until').as('end'))
      .executeTakeFirstOrThrow()
  ).end;
