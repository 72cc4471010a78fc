import { sql } from 'kysely';

declare const isDeviceKey: unique symbol;

/** The row number of a device. People and boards use its public ID, the string `deviceId`. */
export type DeviceKey = number & { readonly [isDeviceKey]: true };

/**
 * The key of the device that an ID stands for, as a subquery. A board's own ID wins over a converter's. If several
 * boards name one converter, a board that was enrolled with it wins over one that named another converter before, then
 * the one that has named it longer: a board cannot take a converter over by naming it.
 */
export const deviceKeyOf = (id: string) => sql<DeviceKey>`(
  select named.id from device named
  where named.id_dev = ${id} or named.fc_id = ${id}
  order by named.id_dev = ${id} desc, named.fc_since is distinct from named.created_at, named.fc_since, named.id
  limit 1)`;
