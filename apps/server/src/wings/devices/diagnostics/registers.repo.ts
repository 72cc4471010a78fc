import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';

/** Boards among these that can read registers of a converter of a known kind. */
export const listConverters = (db: Db, deviceIds: readonly string[]) =>
  db
    .selectFrom('device')
    .where('id_dev', '=', sql<string>`any(${deviceIds}::text[])`)
    .where(sql<boolean>`capabilities ? 'reg'`)
    .where('fc_id', 'is not', null)
    .where('fc_type', 'is not', null)
    .select([
      'id as deviceKey',
      'id_dev as deviceId',
      'fc_id as fcId',
      'fc_type as fcType',
      'fc_profile as fcProfile',
    ])
    .$narrowType<{ fcId: string; fcType: string }>()
    .execute();
