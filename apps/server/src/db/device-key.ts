import { type Expression, sql } from 'kysely';

declare const isDeviceKey: unique symbol;

/** The row number of a device. People and boards use its public ID, the string `deviceId`. */
export type DeviceKey = number & { readonly [isDeviceKey]: true };

/**
 * The key of the device with this ID, as a subquery. A board's own ID wins over a converter's. If several
 * boards report one converter, a board that was enrolled with it wins over one that reported another converter before,
 * then the one that has reported it longer: a board cannot take over a converter by reporting it.
 */
export const deviceKeyOf = (id: string | Expression<unknown>) => sql<DeviceKey>`(
  select named.id from device named
  where named.id_dev = ${id} or named.fc_id = ${id}
  order by named.id_dev = ${id} desc, named.fc_since is distinct from named.created_at, named.fc_since, named.id
  limit 1)`;
