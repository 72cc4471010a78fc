import { sql } from 'kysely';

/** R4.17: where a device is in one line; the owner's address only while nobody has entered a place. */
export const placeAddress = (ownerAddress: string) => sql<string | null>`nullif(
  case when device.place is null then ${sql.ref(ownerAddress)}
    else concat_ws(', ', device.place ->> 'name', device.place ->> 'address') end, '')`;
