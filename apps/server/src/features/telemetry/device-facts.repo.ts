import type { Db } from '../../db/db.ts';

/** Every device with the facts that label its metrics. */
export const listDeviceFacts = (db: Db) =>
  db
    .selectFrom('device')
    .select(['id_dev as deviceId', 'alias', 'fc_type as fcType', 'version'])
    .orderBy('id')
    .execute();
export type DeviceFacts = Awaited<ReturnType<typeof listDeviceFacts>>[number];
