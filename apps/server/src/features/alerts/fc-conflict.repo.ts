import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';

/** One open conflict per device: a repeated raise updates the list of the other boards. */
export async function upsertConflict(
  db: Db,
  deviceKey: DeviceKey,
  otherBoards: readonly string[],
  at: Date,
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into alert (device_id, kind, code, severity, raised_at, other_boards)
    values (${deviceKey}, 'fc_id_conflict', 'FC_ID_CONFLICT', 'warning', ${at}, ${otherBoards}::text[])
    on conflict (device_id, kind) where cleared_at is null
    do update set other_boards = excluded.other_boards
    returning id, xmax = 0 as "isNew"`.execute(db);
  return rows[0] as { id: number; isNew: boolean };
}

/** Returns nothing if there is none. */
export const clearConflict = (db: Db, deviceKey: DeviceKey, at: Date) =>
  db
    .updateTable('alert')
    .where('device_id', '=', deviceKey)
    .where('kind', '=', 'fc_id_conflict')
    .where('cleared_at', 'is', null)
    .set({ cleared_at: at })
    .returning('id')
    .executeTakeFirst();
