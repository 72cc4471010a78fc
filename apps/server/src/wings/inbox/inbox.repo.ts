import type { LocaleName, Personalization } from '@manoboard/contract/account/account';
import type { AddedAccess, InboxEvent } from '@manoboard/contract/inbox/inbox';
import { type RawBuilder, sql } from 'kysely';
import { mergeCalls } from '../../db/batch-calls.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { liveAccess } from '../../db/live-access.ts';
import type { Notice } from './notice.ts';

type DatedNotice = Notice & { at: Date };

const readersOf = ({ readers, deviceKey, at }: DatedNotice): RawBuilder<unknown> => {
  if (typeof readers !== 'string') return sql`select unnest(${readers}::int[]) as user_id`;
  const holders = sql`select user_id from ${liveAccess(at)} live where device_id = ${deviceKey}`;
  return readers === 'owner' ? sql`${holders} and access = 'owner'` : holders;
};

/** The event with the name that the device has now, and the name of the user who caused it. */
const storedEvent = (event: RawBuilder<unknown>, by: RawBuilder<unknown>) => sql`
  ${event}
    || jsonb_build_object('device_id', device.id_dev, 'alias', device.alias)
    || coalesce((select jsonb_build_object('by', name || ' ' || surname) from app_user where id = ${by}), '{}')`;

/** For an account that is erased. */
export const deleteItemsOf = (tx: Db, userId: number) =>
  tx.deleteFrom('inbox_item').where('user_id', '=', userId).execute();

async function insertOne(db: Db, notice: DatedNotice): Promise<number[]> {
  const { deviceKey, by = null, event, at } = notice;
  const { rows } = await sql<{ user_id: number }>`
    insert into inbox_item (user_id, event, created_at)
    select reader.user_id, ${storedEvent(sql`${JSON.stringify(event)}::jsonb`, sql`${by}::int`)}, ${at}::timestamptz
    from device, (${readersOf(notice)}) reader
    where device.id = ${deviceKey}
    order by reader.user_id
    returning user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** 100 notices take a tenth of the time of single statements; planning it for one takes twice as long. */
async function insertSeveral(db: Db, notices: readonly DatedNotice[]): Promise<number[][]> {
  const rows = notices.map(({ deviceKey, by = null, event, readers, at }, n) => ({
    n,
    device_id: deviceKey,
    by,
    event,
    at,
    access: readers === 'owner' ? ['owner'] : ['owner', 'delegate'],
    readers: typeof readers === 'string' ? null : readers,
  }));
  const at = notices[0]?.at ?? new Date(0);
  const { rows: stored } = await sql<{ n: number; userId: number }>`
    with notice as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (n int, device_id int, by int, event jsonb, at timestamptz, access text[], readers int[])
    ), reader as (
      select n, user_id from notice join ${liveAccess(at)} live on live.device_id = notice.device_id
      where readers is null and live.access = any(notice.access)
      union all
      select n, unnest(readers) from notice where readers is not null
    ), stored as (
      insert into inbox_item (user_id, event, created_at)
      select reader.user_id, ${storedEvent(sql`notice.event`, sql`notice.by`)}, notice.at
      from notice
      join device on device.id = notice.device_id
      join reader on reader.n = notice.n
      order by notice.n, reader.user_id
    )
    select n, user_id as "userId" from reader order by n, user_id`.execute(db);
  const readers = notices.map((): number[] => []);
  for (const { n, userId } of stored) readers[n]?.push(userId);
  return readers;
}

/** Returns the readers of each notice. */
export const insertNotice = mergeCalls(async (db, notices: readonly DatedNotice[]) => {
  const [first, second] = notices;
  return first && !second ? [await insertOne(db, first)] : insertSeveral(db, notices);
});

/** Whether an item of this type about the device was stored since. */
export async function wasNoticed(
  db: Db,
  deviceKey: DeviceKey,
  type: InboxEvent['type'],
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from device
    join user_device on user_device.device_id = device.id
    join inbox_item item on item.user_id = user_device.user_id and not item.is_message
    where device.id = ${deviceKey} and item.created_at > ${since}
      and item.event ->> 'type' = ${type} and item.event ->> 'device_id' = device.id_dev
    limit 1`.execute(db);
  return rows.length > 0;
}

export const insertAccessNotice = (
  db: Db,
  userIds: readonly number[],
  added: { what: AddedAccess; subject: string },
  at: Date,
) => {
  const event = JSON.stringify({ type: 'access_added', ...added } satisfies InboxEvent);
  return db
    .insertInto('inbox_item')
    .values(userIds.map((user_id) => ({ user_id, event, created_at: at })))
    .execute();
};

/** The confirmed address of an enabled account. */
export const findRecipient = (db: Db, userId: number) =>
  db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select(['email', sql<LocaleName | null>`personalization ->> 'locale'`.as('locale')])
    .executeTakeFirst();

/** Inserts one item per holder of such devices, about their first device. Returns the user IDs. */
export async function insertFirmwareNotice(
  db: Db,
  { version, hw, olderVersions }: { version: string; hw: string; olderVersions: readonly string[] },
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into inbox_item (user_id, event, created_at)
    select
      user_id,
      jsonb_build_object(
        'type', 'firmware_available',
        'version', ${version}::text,
        'devices', count(*),
        'device_id', min(id_dev),
        'alias', (array_agg(alias order by id_dev))[1]
      ),
      ${at}::timestamptz
    from ${liveAccess(at)} live
    join device on device.id = device_id
    where hw = ${hw} and version = any(${olderVersions})
    group by user_id
    returning user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

export const listVersions = async (db: Db, hw: string): Promise<string[]> =>
  (
    await db
      .selectFrom('device')
      .where('hw', '=', hw)
      .where('version', 'is not', null)
      .select('version')
      .$narrowType<{ version: string }>()
      .distinct()
      .execute()
  ).map((row) => row.version);

/** Deletes what is older than `until`, and of each list what is beyond the newest `most`. */
export const deleteOldItems = (db: Db, { until, most }: { until: Date; most: number }) =>
  sql`
    delete from inbox_item where id in (
      select id from (
        select id, created_at, row_number() over (partition by user_id, is_message order by id desc) as place
        from inbox_item
      ) item
      where created_at <= ${until} or place > ${most}
    )`.execute(db);

/** The notices that say that access has ended. */
const ENDS = ['device_taken', 'delegation_ended'] as const satisfies InboxEvent['type'][];

/** The item is older than the reader's present access to its device, or the reader has none. */
const isOfLostDevice = (at: Date) => sql<boolean>`
  event ->> 'device_id' is not null and event ->> 'type' <> all(${ENDS}::text[]) and not exists (
    select from ${liveAccess(at)} live join device on device.id = live.device_id
    where live.user_id = inbox_item.user_id and id_dev = event ->> 'device_id'
      and live.created_at <= inbox_item.created_at
  )`;

interface Listed {
  userId: number;
  /** Staff see every device. */
  isStaff: boolean;
  at: Date;
  since: Date;
  limit: number;
}

/** R4.2: notices of a device end with the reader's access to it. */
export const listItems = (db: Db, isMessage: boolean, { userId, isStaff, at, since, limit }: Listed) =>
  db
    .selectFrom('inbox_item')
    .where('user_id', '=', userId)
    .where('is_message', '=', isMessage)
    .where('created_at', '>', since)
    .$if(!isStaff, (query) => query.where(sql<boolean>`not (${isOfLostDevice(at)})`))
    .select(['id', 'event', 'created_at as at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
export type Item = Awaited<ReturnType<typeof listItems>>[number];

export const getLocale = async (db: Db, userId: number): Promise<Personalization['locale']> =>
  (
    await db
      .selectFrom('app_user')
      .where('id', '=', userId)
      .select('personalization')
      .executeTakeFirstOrThrow()
  ).personalization?.locale ?? null;
