import type { Place } from '@manoboard/contract/device/place';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

/** The place with the owner's address. */
export const getPlace = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('device')
    .leftJoin('user_device', (join) =>
      join.onRef('user_device.device_id', '=', 'device.id').on('user_device.access', '=', 'owner'),
    )
    .leftJoin('app_user', 'app_user.id', 'user_device.user_id')
    .where('device.id', '=', deviceKey)
    .select(['device.place', sql<string | null>`nullif(app_user.address, '')`.as('ownerAddress')])
    .executeTakeFirstOrThrow();

export const updatePlace = (db: Db, deviceKey: DeviceKey, place: Place | null) =>
  db
    .updateTable('device')
    .where('id', '=', deviceKey)
    .set({ place: place && JSON.stringify(place) })
    .execute();

/** The owner and those with delegated access. */
export const listHolders = async (db: Db, deviceKey: DeviceKey): Promise<number[]> =>
  (await db.selectFrom('user_device').where('device_id', '=', deviceKey).select('user_id').execute()).map(
    (row) => row.user_id,
  );
