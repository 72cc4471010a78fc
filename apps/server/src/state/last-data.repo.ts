import type { LastData } from '@manoboard/contract/nouns/device';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** A device's last values, and the frame up to which they hold. */
export interface KeptLast {
  deviceId: number;
  boot: number;
  seq: number;
  last: LastData;
}

/** The last values of every device as they were last written; nothing for a device that has none. */
export const listLastData = (db: Db) =>
  db
    .selectFrom('device')
    .leftJoin('last_data', 'last_data.device_id', 'device.id')
    .select(['device.id as deviceId', 'id_dev as idDev', 'boot', 'seq', 'last', 'updated_at as updatedAt'])
    .execute();

/** A row to be stored; `json` holds the last values. */
export interface LastDataRow extends Omit<KeptLast, 'last'> {
  json: string;
}

export async function upsertLastData(db: Db, rows: readonly LastDataRow[], now: Date): Promise<void> {
  const texts = rows.map(
    ({ deviceId, boot, seq, json }) => `{"device_id":${deviceId},"boot":${boot},"seq":${seq},"last":${json}}`,
  );
  await sql`
    insert into last_data (device_id, boot, seq, last, updated_at)
    select device_id, boot, seq, last, ${now}
    from jsonb_to_recordset(${`[${texts.join(',')}]`}::jsonb) as r (device_id int, boot int, seq int, last jsonb)
    on conflict (device_id) do update
    set boot = excluded.boot, seq = excluded.seq, last = excluded.last, updated_at = excluded.updated_at`.execute(
    db,
  );
}
