import type { AlertNotes, AlertsQuery, CourseChange } from '@manoboard/contract/alert/alert';
import type { PageRequest } from '@manoboard/contract/http/paging';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { deviceKeyOf } from '../../../db/device-key.ts';
import { liveAccess } from '../../../db/live-access.ts';
import { placeAddress } from '../../../db/place.ts';
import type { Schema } from '../../../db/schema.ts';
import { holds } from '../../../db/search.ts';
import { isShelved } from '../../../db/shelved.ts';
import { tenureStart } from '../../../db/tenure.ts';

/** The first resolution wins; returns nothing for later ones. */
export const markResolved = (db: Db, id: number, userId: number, at: Date) =>
  db
    .updateTable('alert')
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .set({ resolved_at: at, resolved_by: userId })
    .returning('id')
    .executeTakeFirst();

/**
 * Opens a resolved alert again; returns nothing if it is open, if its resolution is not the known one, or if another alert
 * of the device and kind is open. The caller holds `lockAlertsOfKind`: of two that are reopened at once, one is refused.
 */
export const markReopened = (db: Db, id: number, knownS: number | undefined) =>
  db
    .updateTable('alert')
    .where('id', '=', id)
    .where('resolved_at', 'is not', null)
    .$if(knownS !== undefined, (query) =>
      query.where(sql<boolean>`floor(extract(epoch from resolved_at)) = ${knownS}`),
    )
    .where(
      sql<boolean>`not exists (
        select from alert other
        where other.device_id is not distinct from alert.device_id and other.kind = alert.kind
          and other.id <> alert.id and other.resolved_at is null)`,
    )
    .set({ resolved_at: null, resolved_by: null })
    .returning('id')
    .executeTakeFirst();

export const insertCourseStep = (db: Db, alertId: number, change: CourseChange, userId: number, at: Date) =>
  db.insertInto('alert_step').values({ alert_id: alertId, change, user_id: userId, at }).execute();

/** Oldest first. */
export const listCourse = (db: Db, alertId: number) =>
  db
    .selectFrom('alert_step')
    .leftJoin('app_user', 'app_user.id', 'user_id')
    .where('alert_id', '=', alertId)
    .orderBy('alert_step.id')
    .select(['change', 'at', sql<string | null>`name || ' ' || surname`.as('by')])
    .execute();

/** Returns nothing if it is resolved. */
export const markShelved = (db: Db, id: number, userId: number, until: Date) =>
  db
    .updateTable('alert')
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .set({ shelved_until: until, shelved_by: userId })
    .returning('id')
    .executeTakeFirst();

/** Returns nothing if it is not shelved. */
export const markUnshelved = (db: Db, id: number) =>
  db
    .updateTable('alert')
    .where('id', '=', id)
    .where('shelved_until', 'is not', null)
    .set({ shelved_until: null, shelved_by: null })
    .returning('id')
    .executeTakeFirst();

/** The first taker wins; returns nothing if the alert has an assignee or is resolved. */
export const markTaken = (db: Db, id: number, userId: number, at: Date) =>
  db
    .updateTable('alert')
    .where('id', '=', id)
    .where('assignee_id', 'is', null)
    .where('resolved_at', 'is', null)
    .set({ assignee_id: userId, assigned_at: at })
    .returning('id')
    .executeTakeFirst();

/** Returns nothing if another person is the assignee meanwhile. */
export const markReleased = (db: Db, id: number, assigneeId: number) =>
  db
    .updateTable('alert')
    .where('id', '=', id)
    .where('assignee_id', '=', assigneeId)
    .set({ assignee_id: null, assigned_at: null })
    .returning('id')
    .executeTakeFirst();

/** False if the note is another one than the known one by now. */
export const updateNotes = async (
  db: Db,
  id: number,
  { notes, known_notes: known }: AlertNotes,
): Promise<boolean> =>
  (await db
    .updateTable('alert')
    .where('id', '=', id)
    .$if(known !== undefined, (query) => query.where('notes', 'is not distinct from', known || null))
    .set({ notes: notes || null })
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** An alert with its device; the owner is the current one. */
const selectAlerts = (db: Db) =>
  db
    .selectFrom('alert')
    .leftJoin('device', 'device.id', 'alert.device_id')
    .leftJoin('converter_profile', 'converter_profile.hash', 'device.fc_profile')
    .leftJoin('board_event', (join) =>
      join
        .onRef('board_event.device_id', '=', 'alert.device_id')
        .onRef('board_event.id', '=', 'alert.event_id'),
    )
    .leftJoin('user_device', (join) =>
      join.onRef('user_device.device_id', '=', 'alert.device_id').on('user_device.access', '=', 'owner'),
    )
    .leftJoin('app_user as owner', 'owner.id', 'user_device.user_id')
    .leftJoin('app_user as resolver', 'resolver.id', 'alert.resolved_by')
    .leftJoin('app_user as assignee', 'assignee.id', 'alert.assignee_id')
    .select([
      'alert.id',
      'device.id as deviceKey',
      'alert.kind',
      'alert.code',
      'alert.severity',
      'alert.event_id as eventId',
      'alert.since_at as sinceAt',
      'alert.numbers',
      'alert.thresholds',
      'alert.occurrences',
      'alert.shelved_until as shelvedUntil',
      'alert.raised_at as raisedAt',
      'alert.cleared_at as clearedAt',
      'alert.resolved_at as resolvedAt',
      sql<string | null>`resolver.name || ' ' || resolver.surname`.as('resolvedBy'),
      'alert.mail_sent_at as mailSentAt',
      'alert.notes',
      'alert.other_boards as otherBoards',
      'alert.held_messages as heldMessages',
      'board_event.reading',
      'device.id_dev as deviceId',
      'device.alias',
      'device.fc_id as fcId',
      'device.fc_type as fcType',
      'converter_profile.facts as fcFacts',
      'device.fc_refusal as fcRefusal',
      'device.fc_configured as fcConfigured',
      'device.place',
      placeAddress('owner.address').as('address'),
      'owner.phone_number as phoneNumber',
      sql<string | null>`owner.name || ' ' || owner.surname`.as('ownerName'),
      'alert.assignee_id as assigneeId',
      'alert.assigned_at as assignedAt',
      sql<string | null>`assignee.name || ' ' || assignee.surname`.as('assigneeName'),
    ]);

export type AlertRow = Awaited<ReturnType<ReturnType<typeof selectAlerts>['executeTakeFirstOrThrow']>>;

export const getAlert = (db: Db, id: number): Promise<AlertRow> =>
  selectAlerts(db).where('alert.id', '=', id).executeTakeFirstOrThrow();

/** Devices and alerts that match the searched text. */
interface Found {
  devices: readonly number[];
  alerts: readonly number[];
}

export interface AlertFilter
  extends Pick<AlertsQuery, 'device_id' | 'resolved' | 'severity' | 'code' | 'kind' | 'from' | 'to' | 'id'> {
  shelved?: { isShelved: boolean; at: Date } | undefined;
  /** Devices of the reader; `null` is every device. */
  held: readonly HeldDevice[] | null;
  found: Found | null;
}

/** The position of an alert in the list. */
export type AlertPlace = Pick<AlertRow, 'raisedAt' | 'id'>;

export interface AlertSlice extends PageRequest {
  /** Only alerts after this place in the list. */
  before?: AlertPlace | undefined;
}

/** R4.3c: with the start of the present tenure. */
export interface HeldDevice {
  deviceKey: DeviceKey;
  since: Date;
}

type OnAlert = ExpressionBuilder<Schema, 'alert'>;

export const listHeldDevices = (db: Db, userId: number, at: Date): Promise<HeldDevice[]> =>
  db
    .selectFrom(liveAccess(at).as('live'))
    .where('user_id', '=', userId)
    .select('device_id as deviceKey')
    .select(sql<Date>`coalesce(${tenureStart('live.device_id')}, created_at)`.as('since'))
    .execute();

/** Those of `among`, or of all, with this text in an ID, the name or the place; without a place in the owner's address. */
export async function listFoundDevices(
  db: Db,
  text: string,
  among: readonly HeldDevice[] | null,
): Promise<number[]> {
  const keys = among?.map(({ deviceKey }) => deviceKey);
  const isAsked = (id: string) => (keys ? sql`${sql.ref(id)} = any(${keys}::integer[])` : sql`true`);
  const { rows } = await sql<{ id: number }>`
    select id from device
    where ${isAsked('id')} and ${holds(sql`search_text`, text)}
    union
    select device_id from user_device join app_user on app_user.id = user_id join device on device.id = device_id
    where ${isAsked('device_id')} and access = 'owner'
      and place is null and address is not null and ${holds(sql`searchable(address)`, text)}`.execute(db);
  return rows.map((row) => row.id);
}

/** Those of `among`, or of all, with this text in their notes. */
export const listNotedAlerts = async (
  db: Db,
  text: string,
  among: readonly HeldDevice[] | null,
): Promise<number[]> =>
  (
    await db
      .selectFrom('alert')
      .where('notes', 'is not', null)
      // R4.3c: notes of a former tenure are not searched.
      .$if(among !== null, (query) => query.where(isOfTenure(among ?? [], 'raised')))
      .where(holds(sql`searchable(notes)`, text))
      .select('id')
      .execute()
  ).map((row) => row.id);

const isAmong = (ids: readonly number[]) => sql<boolean>`alert.device_id = any(${ids}::integer[])`;

/** R4.3c, as `tenureView` in the domain: raised in the tenure, or lasting when it began. */
function isOfTenure(held: readonly HeldDevice[], which: 'raised' | 'lasting') {
  const keys = held.map(({ deviceKey }) => deviceKey);
  const starts = held.map(({ since }) => since);
  const lasted = which === 'lasting' ? sql`or alert.cleared_at is null or alert.cleared_at > since` : sql``;
  return sql<boolean>`${isAmong(keys)} and exists (
    select from unnest(${keys}::integer[], ${starts}::timestamptz[]) as held (device_key, since)
    where device_key = alert.device_id and (alert.raised_at > since ${lasted})
  )`;
}

const isFound =
  ({ devices, alerts }: Found) =>
  (eb: OnAlert) =>
    eb.or([sql<boolean>`alert.id = any(${alerts}::integer[])`, isAmong(devices)]);

const conditions =
  ({ held, found, device_id, resolved, severity, code, kind, shelved, from, to, id }: AlertFilter) =>
  (eb: OnAlert) =>
    eb.and([
      ...(held === null ? [] : [isOfTenure(held, 'lasting')]),
      ...(found === null ? [] : [isFound(found)(eb)]),
      ...(device_id === undefined ? [] : [eb('alert.device_id', '=', deviceKeyOf(device_id))]),
      ...(resolved === undefined ? [] : [eb('resolved_at', resolved === 'true' ? 'is not' : 'is', null)]),
      ...(severity === undefined ? [] : [eb('severity', '=', severity)]),
      ...(code === undefined ? [] : [eb('code', '=', code)]),
      ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
      ...(shelved === undefined ? [] : [sql<boolean>`${isShelved(shelved.at)} = ${shelved.isShelved}`]),
      ...(from === undefined ? [] : [eb('raised_at', '>=', new Date(from * 1000))]),
      ...(to === undefined ? [] : [eb('raised_at', '<=', new Date(to * 1000))]),
      ...(id === undefined ? [] : [sql<boolean>`alert.id = any(${id.map(Number)}::integer[])`]),
    ]);

const isAfter = ({ raisedAt, id }: AlertPlace) =>
  sql<boolean>`(alert.raised_at, alert.id) < (${raisedAt}::timestamptz, ${id}::integer)`;

/** Newest first. Joins only the rows of the page. */
export const listAlerts = (
  db: Db,
  filter: AlertFilter,
  { limit, offset, before }: AlertSlice,
): Promise<AlertRow[]> =>
  selectAlerts(db)
    .where('alert.id', 'in', (eb) =>
      eb
        .selectFrom('alert')
        .where(conditions(filter))
        .$if(before !== undefined, (query) => (before ? query.where(isAfter(before)) : query))
        .orderBy('raised_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .select('alert.id'),
    )
    .orderBy('alert.raised_at', 'desc')
    .orderBy('alert.id', 'desc')
    .execute();

export const countAlerts = async (db: Db, filter: AlertFilter): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('alert')
        .where(conditions(filter))
        .select((eb) => eb.fn.countAll().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Open alerts of these devices, or of all, by severity; shelved ones are counted apart, other filters do not apply. */
export async function countOpen(
  db: Db,
  { held }: Pick<AlertFilter, 'held'>,
  at: Date,
): Promise<{ open: ReadonlyMap<EventSeverity, number>; shelved: number }> {
  const shelved = isShelved(at);
  const rows = await db
    .selectFrom('alert')
    .where(conditions({ held, found: null, resolved: 'false' }))
    .groupBy('severity')
    .select([
      'severity',
      sql<number>`count(*) filter (where not ${shelved})::int`.as('awake'),
      sql<number>`count(*) filter (where ${shelved})::int`.as('shelved'),
    ])
    .execute();
  return {
    open: new Map(rows.map(({ severity, awake }) => [severity, awake])),
    shelved: rows.reduce((sum, row) => sum + row.shelved, 0),
  };
}

/** Open alerts of the device that are not shelved, the newest first. */
export const listOpenIds = async (db: Db, deviceKey: DeviceKey, at: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('alert')
      .where('device_id', '=', deviceKey)
      .where('resolved_at', 'is', null)
      .where(sql<boolean>`not ${isShelved(at)}`)
      .orderBy('raised_at', 'desc')
      .select('id')
      .execute()
  ).map(({ id }) => id);

/** Who took an open alert of each of these devices last. */
export async function listAssignees(db: Db, deviceKeys: readonly DeviceKey[]) {
  const { rows } = await sql<{ deviceKey: DeviceKey; userId: number; name: string; at: Date }>`
    select distinct on (device_id) device_id as "deviceKey", assignee_id as "userId", assigned_at as at,
      name || ' ' || surname as name
    from alert join app_user on app_user.id = assignee_id
    where device_id = any(${deviceKeys}::integer[]) and resolved_at is null
    order by device_id, assigned_at desc`.execute(db);
  return rows;
}
