import { sql } from 'kysely';

/**
 * R4.3c: when the tenure of the present owner began, which is when they got the device; nothing without an owner.
 * `device` is the column with the row number of the device.
 */
export const tenureStart = (device: string) =>
  sql<Date | null>`(
    select tenure.created_at from user_device tenure
    where tenure.device_id = ${sql.ref(device)} and tenure.access = 'owner'
  )`;
