import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { HOUR_MS } from '@manoboard/domain/time';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { DeviceKey } from './device-key.ts';
import { decodeFrames, decodeReadings, type FrameRow, type StoredFrame } from './frame-codec.ts';

export const startOfHourMs = (tsMs: number) => Math.floor(tsMs / HOUR_MS) * HOUR_MS;

type FrameKey = Pick<StoredFrame, 'ts' | 'boot' | 'seq'>;

/** By time; clocks have whole seconds, so frames of one moment are in the order of the board. */
export const compareRows = (a: FrameKey, b: FrameKey) =>
  a.ts.getTime() - b.ts.getTime() || a.boot - b.boot || a.seq - b.seq;

/** Merges two sorted lists; a frame that is in both is returned once. */
export function mergeFrames<Row>(some: Row[], others: Row[], compare: (a: Row, b: Row) => number): Row[] {
  if (some.length === 0) return others;
  if (others.length === 0) return some;
  const sorted = [...some, ...others].sort(compare);
  return sorted.filter((row, i) => {
    const before = sorted[i - 1];
    return before === undefined || compare(before, row) !== 0;
  });
}

/** The packed frames of devices in a span of time; each call of the result unpacks those of a device, sorted. */
export async function listPackedHours(
  db: Db,
  deviceKeys: readonly DeviceKey[],
  fromMs: number,
  toMs: number,
): Promise<(deviceKey: DeviceKey, fields: readonly ReadingField[]) => StoredFrame[]> {
  const rows = await db
    .selectFrom('packed_frame')
    .where('device_id', '=', sql<DeviceKey>`any(${deviceKeys}::int[])`)
    .where('start', '>=', new Date(startOfHourMs(fromMs)))
    .where('start', '<', new Date(toMs))
    .select(['device_id', 'frames'])
    .orderBy('start')
    .execute();
  const byKey = Map.groupBy(rows, ({ device_id }) => device_id);
  return (deviceKey, fields) =>
    (byKey.get(deviceKey) ?? [])
      .flatMap(({ frames }) => decodeReadings(frames, fields))
      .filter(({ ts }) => ts.getTime() >= fromMs && ts.getTime() < toMs);
}

/**
 * The frames of a device in a span of time, sorted, with these fields: of open days from `frame`, of closed days from
 * `packed_frame`. `frame` is read first: frames that are packed between the two queries are then in both results, and not
 * in none. A late frame of a closed day is in `frame` until it is packed too.
 */
export async function listStoredFrames(
  db: Db,
  deviceKey: DeviceKey,
  fromMs: number,
  toMs: number,
  fields: readonly ReadingField[],
): Promise<StoredFrame[]> {
  const rows: StoredFrame[] = await db
    .selectFrom('frame')
    .where('device_id', '=', deviceKey)
    .where('ts', '>=', new Date(fromMs))
    .where('ts', '<', new Date(toMs))
    .select(['ts', 'boot', 'seq', 'fc', 'na'])
    .select(fields)
    .orderBy('ts')
    .orderBy('boot')
    .orderBy('seq')
    .execute();
  const listPacked = await listPackedHours(db, [deviceKey], fromMs, toMs);
  return mergeFrames(listPacked(deviceKey, fields), rows, compareRows);
}

/** The same with all fields, and when and how they arrived. */
export async function listWholeFrames(
  db: Db,
  deviceKey: DeviceKey,
  fromMs: number,
  toMs: number,
): Promise<FrameRow[]> {
  const rows: FrameRow[] = await db
    .selectFrom('frame')
    .where('device_id', '=', deviceKey)
    .where('ts', '>=', new Date(fromMs))
    .where('ts', '<', new Date(toMs))
    .selectAll()
    .orderBy('ts')
    .orderBy('boot')
    .orderBy('seq')
    .execute();
  const packed = await db
    .selectFrom('packed_frame')
    .where('device_id', '=', deviceKey)
    .where('start', '>=', new Date(startOfHourMs(fromMs)))
    .where('start', '<', new Date(toMs))
    .select('frames')
    .orderBy('start')
    .execute();
  const closed = packed
    .flatMap(({ frames }) => decodeFrames(frames))
    .filter(({ ts }) => ts.getTime() >= fromMs && ts.getTime() < toMs);
  return mergeFrames(closed, rows, compareRows);
}

/** When the frames of a device begin. A packed hour counts from its start. */
export async function findOldestFrameMs(db: Db, deviceKey: DeviceKey): Promise<number | undefined> {
  const frame = await db
    .selectFrom('frame')
    .where('device_id', '=', deviceKey)
    .select('ts as at')
    .orderBy('ts')
    .limit(1)
    .executeTakeFirst();
  const packed = await db
    .selectFrom('packed_frame')
    .where('device_id', '=', deviceKey)
    .select('start as at')
    .orderBy('start')
    .limit(1)
    .executeTakeFirst();
  const times = [frame, packed].flatMap((row) => (row ? [row.at.getTime()] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}
