import type { NewAlertSettings } from '@manoboard/contract/alert/alert-settings';
import { sql } from 'kysely';
import { mergeCalls } from '../../../db/batch-calls.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

export async function findSettings(db: Db, deviceKey: DeviceKey) {
  const row = await db
    .selectFrom('alert_settings')
    .leftJoin('app_user', 'app_user.id', 'alert_settings.user_id')
    .where('device_id', '=', deviceKey)
    .select(['settings', 'at'])
    .select(sql<string | null>`name || ' ' || surname`.as('changedBy'))
    .executeTakeFirst();
  return row && { ...row, settings: row.settings as NewAlertSettings };
}

/** The rules that are off. */
export const findOff = mergeCalls(async (db, deviceKeys: readonly DeviceKey[]) => {
  const rows = await db
    .selectFrom('alert_settings')
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .select(['device_id', 'settings'])
    .execute();
  const off = new Map(rows.map((row) => [row.device_id, (row.settings as NewAlertSettings).off]));
  return deviceKeys.map((key) => off.get(key) ?? []);
});

/** Alerts of a device that were raised after a moment, by kind. */
export const countRaised = (db: Db, deviceKey: DeviceKey, after: Date) =>
  db
    .selectFrom('alert')
    .where('device_id', '=', deviceKey)
    .where('raised_at', '>', after)
    .groupBy('kind')
    .select(['kind', sql<number>`count(*)::int`.as('count')])
    .execute();

export const upsertSettings = (
  db: Db,
  deviceKey: DeviceKey,
  settings: NewAlertSettings,
  userId: number,
  at: Date,
) => {
  const row = { settings: JSON.stringify(settings), user_id: userId, at };
  return db
    .insertInto('alert_settings')
    .values({ device_id: deviceKey, ...row })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .execute();
};
