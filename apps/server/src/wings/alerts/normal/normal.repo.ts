import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { DayFigures } from '@manoboard/domain/alerts/normal/day-figures';
import type { AcceptedDays } from '@manoboard/domain/alerts/normal/normal';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { tenureStart } from '../../../db/tenure.ts';

/** A device whose figures end before `lastDay`. */
interface DueDevice {
  deviceKey: DeviceKey;
  /** The last day with figures. */
  day: number | null;
  /** When the tenure of its owner began. */
  since: Date | null;
}

/** The next devices, in the order of their keys, that have no figures of this day. */
export const listDue = (db: Db, day: number, after: number, limit: number): Promise<DueDevice[]> =>
  db
    .selectFrom('device')
    .where('device.id', '>', after as DeviceKey)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('normal_day')
            .whereRef('device_id', '=', 'device.id')
            .where('normal_day.day', '>=', day)
            .select('normal_day.day'),
        ),
      ),
    )
    .select(['device.id as deviceKey', tenureStart('device.id').as('since')])
    .select(({ selectFrom }) =>
      selectFrom('normal_day')
        .whereRef('device_id', '=', 'device.id')
        .select(({ fn }) => fn.max('normal_day.day').as('day'))
        .as('day'),
    )
    .orderBy('device.id')
    .limit(limit)
    .execute();

/** Another server may have stored them. */
export const insertDays = (tx: Db, deviceKey: DeviceKey, days: readonly DayFigures[]) =>
  tx
    .insertInto('normal_day')
    .values(
      days.map(({ day, ...figures }) => ({ device_id: deviceKey, day, figures: JSON.stringify(figures) })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** In their order. */
export async function listDays(db: Db, deviceKey: DeviceKey, fromDay: number): Promise<DayFigures[]> {
  const rows = await db
    .selectFrom('normal_day')
    .where('device_id', '=', deviceKey)
    .where('day', '>=', fromDay)
    .select(['day', 'figures'])
    .orderBy('day')
    .execute();
  return rows.map(({ day, figures }) => ({ day, ...figures }));
}

export const listAccepted = (db: Db, deviceKey: DeviceKey, fromDay: number): Promise<AcceptedDays[]> =>
  db
    .selectFrom('normal_accepted')
    .where('device_id', '=', deviceKey)
    .where('to_day', '>=', fromDay)
    .select(['from_day as fromDay', 'to_day as toDay'])
    .execute();

export const insertAccepted = (
  tx: Db,
  deviceKey: DeviceKey,
  { fromDay, toDay }: AcceptedDays,
  userId: number,
  at: Date,
) =>
  tx
    .insertInto('normal_accepted')
    .values({ device_id: deviceKey, from_day: fromDay, to_day: toDay, user_id: userId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The kinds of the open alerts of a device. */
export const listOpenKinds = async (db: Db, deviceKey: DeviceKey): Promise<AlertKind[]> =>
  (
    await db
      .selectFrom('alert')
      .where('device_id', '=', deviceKey)
      .where('cleared_at', 'is', null)
      .select('kind')
      .execute()
  ).map(({ kind }) => kind);

/** The kind of an alert, and since when its condition holds. */
export const getAlertFacts = (db: Db, alertId: number) =>
  db
    .selectFrom('alert')
    .where('id', '=', alertId)
    .select(['kind', 'device_id as deviceKey', sql<Date>`coalesce(since_at, raised_at)`.as('since')])
    .executeTakeFirstOrThrow();

export const deleteDaysBefore = (db: Db, day: number) =>
  db.deleteFrom('normal_day').where('day', '<', day).execute();
