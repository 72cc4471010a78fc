import type { Db } from '../../db/db.ts';

/** What the board told of itself, and its name. */
export const getFacts = (db: Db, deviceId: number) =>
  db
    .selectFrom('device')
    .where('id', '=', deviceId)
    .select([
      'alias',
      'version',
      'hw',
      'fc_id as fcId',
      'fc_type as fcType',
      'wifi_rssi as wifiRssi',
      'is_wifi_secured as isWifiSecured',
    ])
    .executeTakeFirstOrThrow();

export const listNewestEvents = (db: Db, deviceId: number, most: number) =>
  db
    .selectFrom('board_event')
    .where('device_id', '=', deviceId)
    .orderBy('received_at', 'desc')
    .limit(most)
    .select(['id', 'code', 'severity', 'raised_at as raisedAt', 'cleared_at as clearedAt', 'reading'])
    .execute();
