import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { BoardTag } from '@manoboard/contract/device/device-config';
import { sql } from 'kysely';
import { mergeCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { liveAccess } from '../../../db/live-access.ts';
import { tenureStart } from '../../../db/tenure.ts';

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Reader of a tag, and the time; `null` for lists of staff, who see everything. */
export interface Reader {
  userId: number | null;
  at: Date;
}

/**
 * R4.3c: the tag of a person who left with a former owner: set before the present owner got the device, by somebody
 * who has neither access to it nor a role. Tags of staff keep their name, since they may be at work.
 */
const isFormer = (at: Date) => sql<boolean>`(
  lock_out.created_at <= ${tenureStart('lock_out.device_id')}
  and not exists (select from ${liveAccess(at)} author
    where author.user_id = lock_out.user_id and author.device_id = lock_out.device_id)
  and not exists (select from user_role where user_role.user_id = lock_out.user_id)) is true`;

const isHeld = ({ userId, at }: Reader) => sql<boolean>`exists (
  select from ${liveAccess(at)} reader
  where reader.user_id = ${userId}::integer and reader.device_id = lock_out.device_id)`;

const tags = (db: Db, reader: Reader) =>
  db
    .selectFrom('lock_out')
    .innerJoin('device', 'device.id', 'lock_out.device_id')
    .innerJoin('app_user', 'app_user.id', 'lock_out.user_id')
    .select(['lock_out.id', 'id_dev', 'reason', 'user_id', 'name', 'surname'])
    .select(['lock_out.created_at', 'until', 'confirmed_at'])
    .select([isFormer(reader.at).as('isFormer'), isHeld(reader).as('isHeld')]);

type Row = Awaited<ReturnType<ReturnType<typeof tags>['executeTakeFirstOrThrow']>>;

/** Hides reason and author of a former person's tag from the present owner and delegates. */
const toLockOut = (row: Row): LockOut => ({
  id: row.id,
  reason: row.isFormer && row.isHeld ? null : row.reason,
  by: row.isFormer && row.isHeld ? null : { user_id: row.user_id, name: `${row.name} ${row.surname}`.trim() },
  since: toSeconds(row.created_at),
  until: row.until && toSeconds(row.until),
  ...(row.confirmed_at === null && { unconfirmed: true }),
});

/** The one that has not been removed; its end may have passed. */
export async function findOpen(db: Db, deviceKey: DeviceKey, reader: Reader) {
  const row = await tags(db, reader)
    .where('lock_out.device_id', '=', deviceKey)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row && { ...toLockOut(row), isFormer: row.isFormer };
}

/** Whether a device has an active tag. */
export const hasActive = mergeCalls(async (tx, wanted: readonly { deviceKey: DeviceKey; at: Date }[]) => {
  const at = wanted[0]?.at ?? new Date(0);
  const rows = await tx
    .selectFrom('lock_out')
    .where('device_id', '=', sql<DeviceKey>`any(${wanted.map(({ deviceKey }) => deviceKey)}::int[])`)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)]))
    .select('device_id')
    .execute();
  const tagged = new Set(rows.map(({ device_id }) => device_id));
  return wanted.map(({ deviceKey }) => tagged.has(deviceKey));
});

/** Active tags of these devices; `null` lists all devices. */
export async function listActive(db: Db, deviceIds: readonly string[] | null, reader: Reader) {
  const rows = await tags(db, reader)
    .where(deviceIds ? sql<boolean>`id_dev = any(${deviceIds})` : sql.lit(true))
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', reader.at)]))
    .execute();
  return rows.map((row) => ({ device_id: row.id_dev, lock_out: toLockOut(row) }));
}

/** The tag as boards keep it. */
const wireTag = (row: { user_id: number; until: Date | null }): BoardTag => ({
  until: row.until && toSeconds(row.until),
  by: `u:${row.user_id}`,
});

export interface KnownTag {
  /** Null without an active tag. */
  tag: BoardTag | null;
  isConfirmed: boolean;
  /** The board keeps tags; an older one has to be stopped. */
  isKept: boolean;
}

/** What the boards of these devices should keep, in their order. */
export async function listBoardTags(db: Db, deviceKeys: readonly DeviceKey[], at: Date): Promise<KnownTag[]> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('lock_out', (join) =>
      join
        .onRef('lock_out.device_id', '=', 'device.id')
        .on('ended_at', 'is', null)
        .on((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)])),
    )
    .where('device.id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .select(['device.id as deviceKey', 'user_id', 'until', 'confirmed_at'])
    .select(sql<boolean>`coalesce(capabilities ? 'tag', false)`.as('isKept'))
    .execute();
  const known = new Map(rows.map((row) => [row.deviceKey, row]));
  return deviceKeys.map((deviceKey) => {
    const { user_id = null, until = null, confirmed_at = null, isKept = false } = known.get(deviceKey) ?? {};
    const tag = user_id === null ? null : wireTag({ user_id, until });
    return { tag, isConfirmed: confirmed_at !== null, isKept };
  });
}

/** The author of the active tag that the board has not confirmed, with the access that they have now. */
export async function findUnconfirmed(db: Db, deviceKey: DeviceKey, at: Date) {
  return db
    .selectFrom('lock_out')
    .leftJoin(liveAccess(at).as('access'), (join) =>
      join
        .onRef('access.user_id', '=', 'lock_out.user_id')
        .onRef('access.device_id', '=', 'lock_out.device_id'),
    )
    .where('lock_out.device_id', '=', deviceKey)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)]))
    .select(['lock_out.user_id as userId', 'access.access'])
    .executeTakeFirst();
}

/** Nothing if no tag waits for the board. */
export async function findUnconfirmedKey(db: Db, deviceId: string): Promise<DeviceKey | undefined> {
  const row = await db
    .selectFrom('lock_out')
    .innerJoin('device', 'device.id', 'lock_out.device_id')
    .where('id_dev', '=', deviceId)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .select('device.id as deviceKey')
    .executeTakeFirst();
  return row?.deviceKey;
}

/** True if it confirms the tag; a stop before the tag does not. */
export async function markConfirmed(db: Db, deviceKey: DeviceKey, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('lock_out')
    .where('device_id', '=', deviceKey)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', at)
    .set({ confirmed_at: at })
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
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
    await sql<{ deviceKey: DeviceKey; deviceId: string; reason: string; until: Date; isFormer: boolean }>`
      update lock_out set ended_at = until
      from device
      where device.id = lock_out.device_id and lock_out.id in (
        select id from lock_out where ended_at is null and until <= ${at} for update skip locked
      )
      returning device.id as "deviceKey", id_dev as "deviceId", reason, until, ${isFormer(at)} as "isFormer"`.execute(
      db,
    )
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
