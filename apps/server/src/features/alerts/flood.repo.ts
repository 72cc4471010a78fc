import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

/** One open flood per device: the next report updates the number of messages. */
export async function upsertFlood(
  db: Db,
  deviceKey: DeviceKey,
  held: number,
  at: Date,
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into alert (device_id, kind, code, severity, raised_at, held_messages)
    values (${deviceKey}, 'message_flood', 'MESSAGE_FLOOD', 'warning', ${at}, ${held})
    on conflict (device_id, kind) where cleared_at is null
    do update set held_messages = excluded.held_messages
    returning id, xmax = 0 as "isNew"`.execute(db);
  return rows[0] as { id: number; isNew: boolean };
}

/** Of this device, or of all. */
export const clearFloods = (db: Db, deviceKey: DeviceKey | null, at: Date) =>
  db
    .updateTable('alert')
    .where('kind', '=', 'message_flood')
    .where('cleared_at', 'is', null)
    .$if(deviceKey !== null, (query) => query.where('device_id', '=', deviceKey))
    .set({ cleared_at: at })
    .execute();
