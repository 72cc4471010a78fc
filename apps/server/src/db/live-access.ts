import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { DeviceKey } from './device-key.ts';
import type { Row } from './tables/column-types.ts';
import type { UserDeviceTable } from './tables/device-tables.ts';

/**
 * R4.3b: the rows of `user_device` that are in force at this time, in place of the table. A view with an argument
 * (`0001-schema.ts`), since the time is the server's clock and not the database's.
 */
export const liveAccess = (at: Date) => sql<Row<UserDeviceTable>>`live_access(${at}::timestamptz)`;

/** IDs of the devices of a list that its user still holds, for a column of the row: `heldIds(at, 'api_token', 'switch_ids')`. */
export const heldIds = (at: Date, table: string, list: string) => sql<string[]>`array(
  select device.id_dev from ${liveAccess(at)} live join device on device.id = live.device_id
  where live.user_id = ${sql.ref(`${table}.user_id`)} and device.id = any(${sql.ref(`${table}.${list}`)})
  order by device.id_dev)`;

const named = (db: Db, wanted: readonly string[]) =>
  db
    .selectFrom('device')
    .where('device.id_dev', '=', sql<string>`any(${wanted}::text[])`)
    .select(['device.id as deviceKey', 'id_dev'])
    .$narrowType<{ deviceKey: DeviceKey }>();

/** In the order of the names; nothing if one is missing. */
function keysOf(wanted: readonly string[], rows: readonly { deviceKey: DeviceKey; id_dev: string }[]) {
  const keys = new Map(rows.map(({ id_dev, deviceKey }) => [id_dev, deviceKey]));
  const found = wanted.flatMap((id) => keys.get(id) ?? []);
  return found.length === wanted.length ? found : undefined;
}

/** Keys of the named devices; nothing unless the user holds them all. */
export async function findHeldKeys(db: Db, userId: number, deviceIds: readonly string[], at: Date) {
  const wanted = [...new Set(deviceIds)];
  const held = named(db, wanted)
    .innerJoin(liveAccess(at).as('live'), 'live.device_id', 'device.id')
    .where('live.user_id', '=', userId);
  return keysOf(wanted, await held.execute());
}

/** Keys of the named devices; nothing unless all exist. */
export async function findKeys(db: Db, deviceIds: readonly string[]) {
  const wanted = [...new Set(deviceIds)];
  return keysOf(wanted, await named(db, wanted).execute());
}
