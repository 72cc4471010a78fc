import type { NewVisit, VisitState } from '@manoboard/contract/alert/visit';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { placeAddress } from '../../../db/place.ts';

const OPEN: readonly VisitState[] = ['agreed', 'asked'];

/** With the current owner. */
const selectVisits = (db: Db) =>
  db
    .selectFrom('visit')
    .innerJoin('device', 'device.id', 'visit.device_id')
    .leftJoin('user_device', (join) =>
      join.onRef('user_device.device_id', '=', 'visit.device_id').on('user_device.access', '=', 'owner'),
    )
    .leftJoin('app_user as owner', 'owner.id', 'user_device.user_id')
    .leftJoin('app_user as technician', 'technician.id', 'technician_id')
    .select(['visit.id', 'visit.version', 'device.id as deviceKey', 'id_dev as deviceId', 'alias'])
    .select([
      'alert_id as alertId',
      'day',
      'part',
      'visit.note',
      'state',
      'wish',
      'technician_id as technicianId',
    ])
    .select(['visit.created_at as createdAt', 'changed_at as changedAt'])
    .select(['owner.id as ownerId', 'owner.phone_number as phoneNumber', 'device.place'])
    .select(placeAddress('owner.address').as('address'))
    .select(sql<string | null>`owner.name || ' ' || owner.surname`.as('ownerName'))
    .select(sql<string | null>`technician.name || ' ' || technician.surname`.as('technicianName'));
export type VisitRow = Awaited<ReturnType<ReturnType<typeof selectVisits>['executeTakeFirstOrThrow']>>;

export const listVisits = (db: Db, deviceKey: DeviceKey, most: number): Promise<VisitRow[]> =>
  selectVisits(db).where('visit.device_id', '=', deviceKey).orderBy('visit.id', 'desc').limit(most).execute();

export const listOpenVisits = (db: Db, most: number): Promise<VisitRow[]> =>
  selectVisits(db).where('state', 'in', OPEN).orderBy('day').orderBy('visit.id').limit(most).execute();

/** Days and technicians of the visits that both sides have agreed on. */
export async function listAgreedVisits(
  db: Db,
  deviceKeys: readonly DeviceKey[],
): Promise<Map<DeviceKey, { day: string; name: string }>> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('app_user', 'app_user.id', 'technician_id')
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .where('state', '=', 'agreed')
    .select(['device_id', 'day', 'name'])
    .execute();
  return new Map(rows.map(({ device_id, ...visit }) => [device_id, visit]));
}

export const findVisit = (db: Db, id: number): Promise<VisitRow | undefined> =>
  selectVisits(db).where('visit.id', '=', id).executeTakeFirst();

export const findOpenVisit = (db: Db, deviceKey: DeviceKey): Promise<VisitRow | undefined> =>
  selectVisits(db).where('visit.device_id', '=', deviceKey).where('state', 'in', OPEN).executeTakeFirst();

interface Planned extends Pick<NewVisit, 'day' | 'part'> {
  technicianId: number;
  note: string | null;
  alertId: number | null;
}

const toRow = ({ day, part, technicianId, note, alertId }: Planned) => ({
  day,
  part,
  technician_id: technicianId,
  note,
  alert_id: alertId,
});

/** Returns nothing if the device has a visit that is not over. */
export const insertVisit = (db: Db, deviceKey: DeviceKey, planned: Planned, at: Date) =>
  db
    .insertInto('visit')
    .values({ device_id: deviceKey, state: 'agreed', ...toRow(planned), created_at: at, changed_at: at })
    .onConflict((conflict) => conflict.column('device_id').where('state', 'in', OPEN).doNothing())
    .returning('id')
    .executeTakeFirst();

type Change = Partial<ReturnType<typeof toRow>> & { state: VisitState; wish?: string | null };

/** Of the visit that is not over; returns nothing if it has another version by now. */
const updateVisit = (db: Db, deviceKey: DeviceKey, version: number, change: Change, at: Date) =>
  db
    .updateTable('visit')
    .where('device_id', '=', deviceKey)
    .where('state', 'in', OPEN)
    .where('version', '=', version)
    .set((eb) => ({ ...change, changed_at: at, version: eb('version', '+', 1) }))
    .returning('id')
    .executeTakeFirst();

export const moveVisit = (db: Db, deviceKey: DeviceKey, version: number, planned: Planned, at: Date) =>
  updateVisit(db, deviceKey, version, { ...toRow(planned), state: 'agreed', wish: null }, at);

export const markVisit = (
  db: Db,
  deviceKey: DeviceKey,
  version: number,
  change: { state: 'asked' | 'done' | 'cancelled'; wish?: string | null; note?: string | null },
  at: Date,
) => updateVisit(db, deviceKey, version, change, at);

const isTechnician: Expression<SqlBool> = sql<boolean>`
  disabled_at is null and deleted_at is null
  and exists (select from user_role where user_id = app_user.id and role in ('Technician', 'Super Seller'))`;

export const listTechnicians = (db: Db) =>
  db
    .selectFrom('app_user')
    .where(isTechnician)
    .select(['id as user_id', sql<string>`name || ' ' || surname`.as('name')])
    .orderBy('name')
    .orderBy('id')
    .execute();

export const isTechnicianNow = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where(isTechnician)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** False for an alert of another device. */
export const isAlertOf = async (db: Db, alertId: number, deviceKey: DeviceKey): Promise<boolean> =>
  (await db
    .selectFrom('alert')
    .where('id', '=', alertId)
    .where('device_id', '=', deviceKey)
    .select('id')
    .executeTakeFirst()) !== undefined;
