import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

/** The info of the board, and its alias. */
export const getFacts = (db: Db, deviceKey: DeviceKey) =>
  db
    .selectFrom('device')
    .where('id', '=', deviceKey)
    .select([
      'alias',
      'version',
      'hw',
      'fc_id as fcId',
      'fc_type as fcType',
      'fc_profile as fcProfile',
      'wifi_rssi as wifiRssi',
      'is_wifi_secured as isWifiSecured',
    ])
    .executeTakeFirstOrThrow();

/** R4.3c: events of the tenure, and those that were open when it began; `null` is all. */
export const listNewestEvents = (db: Db, deviceKey: DeviceKey, visibleFrom: Date | null, most: number) =>
  db
    .selectFrom('board_event')
    .where('device_id', '=', deviceKey)
    .$if(visibleFrom !== null, (query) =>
      query.where(
        sql<boolean>`(coalesce(raised_at, received_at) > ${visibleFrom} or cleared_at is null or cleared_at > ${visibleFrom})`,
      ),
    )
    .orderBy('received_at', 'desc')
    .limit(most)
    .select(['id', 'code', 'severity', 'raised_at as raisedAt', 'cleared_at as clearedAt', 'reading'])
    .execute();
