import { sql } from 'kysely';
import type { Row } from './tables/column-types.ts';
import type { UserDeviceTable } from './tables/device-tables.ts';

/**
 * R4.3b: the rows of `user_device` that are in force at this time, in place of the table. A view with an argument
 * (`0026-live-access.ts`), since the time is the server's clock and not the database's.
 */
export const liveAccess = (at: Date) => sql<Row<UserDeviceTable>>`live_access(${at}::timestamptz)`;
