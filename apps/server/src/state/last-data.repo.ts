import type { LastData } from '@manoboard/contract/device/device';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { DeviceKey } from '../db/device-key.ts';

/** A device's last values, and the frame up to which they hold. */
export interface KeptLast {
  deviceKey: DeviceKey;
  boot: number;
  seq: number;
  last: LastData;
}

/** The last values of these or of all devices as they were last written; nothing for a device that has none. */
export const listLastData = (db: Db, deviceKeys?: readonly DeviceKey[]) =>
  db
    .selectFrom('device')
    .$if(deviceKeys !== undefined, (query) =>
      query.where('device.id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`),
    )
    .leftJoin('last_data', 'last_data.device_id', 'device.id')
    .select([
      'device.id as deviceKey',
      'id_dev as deviceId',
      'boot',
      'seq',
      'last',
      'updated_at as updatedAt',
    ])
    .execute();

/** A row to be stored; `json` holds the last values. */
export interface LastDataRow extends Omit<KeptLast, 'last'> {
  json: string;
  /** The board has begun a new count, with this boot: stored frames of higher boots are older. */
  restart?: { deviceId: string; boot: number } | undefined;
}

/** Moves the stored position back to the start of the new count. */
const restartCounts = (db: Db, rows: readonly LastDataRow[]) =>
  Promise.all(
    rows.flatMap(({ deviceKey, restart }) =>
      restart
        ? db
            .updateTable('last_data')
            .where('device_id', '=', deviceKey)
            .where('boot', '>', restart.boot)
            .set({ boot: restart.boot, seq: -1 })
            .execute()
        : [],
    ),
  );

/** Newer wins, by (boot, seq): another server may have stored a later frame of the board. */
export async function upsertLastData(db: Db, rows: readonly LastDataRow[], now: Date): Promise<void> {
  await restartCounts(db, rows);
  const texts = rows.map(
    ({ deviceKey, boot, seq, json }) =>
      `{"device_id":${deviceKey},"boot":${boot},"seq":${seq},"last":${json}}`,
  );
  await sql`
    insert into last_data (device_id, boot, seq, last, updated_at)
    select device_id, boot, seq, last, ${now}
    from jsonb_to_recordset(${`[${texts.join(',')}]`}::jsonb) as r (device_id int, boot int, seq int, last jsonb)
    on conflict (device_id) do update
    set boot = excluded.boot, seq = excluded.seq, last = excluded.last, updated_at = excluded.updated_at
    where (excluded.boot, excluded.seq) >= (last_data.boot, last_data.seq)`.execute(db);
}
