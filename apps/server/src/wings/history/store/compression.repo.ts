import { compareFrames } from '@manoboard/domain/history/frame';
import { startOfDayMs } from '@manoboard/domain/telemetry/frame-days';
import { HOUR_MS } from '@manoboard/domain/time';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockFrameCompression } from '../../../db/locks.ts';
import type { FrameTable } from '../../../db/tables/history-tables.ts';
import { type ArrivedFrame, decodeFrames, encodeFrames } from './frame-codec.ts';
import { naFields } from './frame-na.ts';
import { mergeFrames, startOfHourMs } from './stored-frames.repo.ts';

/** The devices that have frames on this day, by one probe of the index each. */
export async function listDevicesOfDay(db: Db, day: number): Promise<DeviceKey[]> {
  const [from, to] = [new Date(startOfDayMs(day)), new Date(startOfDayMs(day + 1))];
  const { rows } = await sql<{ id: DeviceKey }>`
    with recursive found (id) as (
      (select device_id from frame where ts >= ${from} and ts < ${to} order by device_id limit 1)
      union all
      select (select device_id from frame where ts >= ${from} and ts < ${to} and device_id > found.id
              order by device_id limit 1)
      from found where found.id is not null
    ) select id from found where id is not null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The hour of the first frame of a device on this day. */
export async function findFirstHourMs(
  db: Db,
  deviceKey: DeviceKey,
  day: number,
): Promise<number | undefined> {
  const first = await db
    .selectFrom('frame')
    .where('device_id', '=', deviceKey)
    .where('ts', '>=', new Date(startOfDayMs(day)))
    .where('ts', '<', new Date(startOfDayMs(day + 1)))
    .select('ts')
    .orderBy('ts')
    .limit(1)
    .executeTakeFirst();
  return first && startOfHourMs(first.ts.getTime());
}

const toFrame = (row: Selectable<FrameTable>): ArrivedFrame => ({
  tsMs: row.ts.getTime(),
  boot: row.boot,
  seq: row.seq,
  fc: row.fc,
  d: row,
  na: naFields(row.na),
  receivedAtMs: row.received_at.getTime(),
  isPlacedByArrival: row.is_placed_by_arrival,
});

async function upsertPacked(tx: Db, deviceKey: DeviceKey, start: Date, added: ArrivedFrame[]) {
  const known = await tx
    .selectFrom('packed_frame')
    .where('device_id', '=', deviceKey)
    .where('start', '=', start)
    .select('frames')
    .forUpdate()
    .executeTakeFirst();
  const frames = encodeFrames(mergeFrames(known ? decodeFrames(known.frames) : [], added));
  await tx
    .insertInto('packed_frame')
    .values({ device_id: deviceKey, start, frames })
    .onConflict((conflict) => conflict.columns(['device_id', 'start']).doUpdateSet({ frames }))
    .execute();
}

/**
 * Moves the frames of these devices in one hour to `packed_frame`, in one transaction: at any time a frame is in exactly
 * one of the tables. Exactly the rows that are deleted are packed, so a frame that arrives meanwhile stays.
 */
export const packHour = (db: Db, devices: readonly DeviceKey[], hourMs: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockFrameCompression(tx);
    const rows = await tx
      .deleteFrom('frame')
      .where('device_id', '=', sql<DeviceKey>`any(${`{${devices.join(',')}}`}::int4[])`)
      .where('ts', '>=', new Date(hourMs))
      .where('ts', '<', new Date(hourMs + HOUR_MS))
      .returningAll()
      .execute();
    for (const [deviceKey, own] of Map.groupBy(rows, ({ device_id }) => device_id))
      await upsertPacked(tx, deviceKey, new Date(hourMs), own.map(toFrame).sort(compareFrames));
  });
