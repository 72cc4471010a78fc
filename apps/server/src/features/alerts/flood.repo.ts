import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** One open flood a device: the next report of it updates the number of messages. */
export async function upsertFlood(
  db: Db,
  deviceId: number,
  held: number,
  at: Date,
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into alert (device_id, event_id, code, severity, raised_at, held_messages)
    values (${deviceId}, ${randomUUID()}, 'MESSAGE_FLOOD', 'warning', ${at}, ${held})
    on conflict (device_id) where code = 'MESSAGE_FLOOD' and cleared_at is null
    do update set held_messages = excluded.held_messages
    returning id, xmax = 0 as "isNew"`.execute(db);
  return rows[0] as { id: number; isNew: boolean };
}

/** Of this device, or of all. */
export const clearFloods = (db: Db, deviceId: number | null, at: Date) =>
  db
    .updateTable('alert')
    .where('code', '=', 'MESSAGE_FLOOD')
    .where('cleared_at', 'is', null)
    .$if(deviceId !== null, (query) => query.where('device_id', '=', deviceId))
    .set({ cleared_at: at })
    .execute();
