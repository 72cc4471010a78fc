import type { EnergySettings } from '@manoboard/contract/history/energy';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

export const findSettings = (
  db: Db,
  userId: number,
  deviceKey: DeviceKey,
): Promise<EnergySettings | undefined> =>
  db
    .selectFrom('energy_settings')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceKey)
    .select(['currency', 'price', 'low_price', 'low_hours', 'co2_g', 'has_report', 'zone'])
    .executeTakeFirst();

/** `lastMonth`: the report of this month and of earlier ones is not made for a new subscription. */
export async function upsertSettings(
  db: Db,
  userId: number,
  deviceKey: DeviceKey,
  settings: EnergySettings,
  lastMonth: Date,
): Promise<void> {
  await db
    .insertInto('energy_settings')
    .values({ user_id: userId, device_id: deviceKey, ...settings, reported_month: lastMonth })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_id']).doUpdateSet({
        ...settings,
        reported_month: sql`case when energy_settings.has_report
          then energy_settings.reported_month else excluded.reported_month end`,
      }),
    )
    .execute();
}

/** For an account that is erased. */
export const deleteSettingsOf = (tx: Db, userId: number) =>
  tx.deleteFrom('energy_settings').where('user_id', '=', userId).execute();
