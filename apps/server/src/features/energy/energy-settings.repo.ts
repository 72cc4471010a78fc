import type { EnergySettings } from '@manoboard/contract/nouns/energy';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

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

export async function upsertSettings(
  db: Db,
  userId: number,
  deviceKey: DeviceKey,
  settings: EnergySettings,
): Promise<void> {
  await db
    .insertInto('energy_settings')
    .values({ user_id: userId, device_id: deviceKey, ...settings, reported_month: null })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet(settings))
    .execute();
}
