import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import { compareFrames, type Frame } from '@manoboard/domain/history/frame';
import { HOUR_MS } from '@manoboard/domain/time';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { packFrames, unpackFrames } from './frame-bytes.repo.ts';
import { type ArrivedFrame, decodeFrames, decodeReadings } from './frame-codec.ts';

export const startOfHourMs = (tsMs: number) => Math.floor(tsMs / HOUR_MS) * HOUR_MS;

/** Merges two sorted lists; a frame that is in both is returned once. */
export function mergeFrames<F extends Frame>(some: F[], others: F[]): F[] {
  if (some.length === 0) return others;
  if (others.length === 0) return some;
  const sorted = [...some, ...others].sort(compareFrames);
  return sorted.filter((frame, i) => {
    const before = sorted[i - 1];
    return before === undefined || compareFrames(before, frame) !== 0;
  });
}

/**
 * The frames of devices in a span of time: of open days from `frame`, of closed days from `packed_frame`. `frame` is read
 * first: frames that are packed between the two queries are then in both results, and not in none. A late frame of a
 * closed day is in `frame` until it is packed too. Each call of the result unpacks those of a device.
 */
async function readFrames(
  db: Db,
  deviceKeys: readonly DeviceKey[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  fields: readonly ReadingField[],
  hasArrival: boolean,
): Promise<(deviceKey: DeviceKey) => Frame[]> {
  const isWanted = sql<DeviceKey>`any(${deviceKeys}::int[])`;
  const open = await db
    .selectFrom('frame')
    .where('device_id', '=', isWanted)
    .where('ts', '>=', new Date(fromMs))
    .where('ts', '<', new Date(toMs))
    .groupBy('device_id')
    .select(['device_id', packFrames(fields, hasArrival).as('frames')])
    .execute();
  const closed = await db
    .selectFrom('packed_frame')
    .where('device_id', '=', isWanted)
    .where('start', '>=', new Date(startOfHourMs(fromMs)))
    .where('start', '<', new Date(toMs))
    .select(['device_id', 'frames'])
    .orderBy('start')
    .execute();
  const openByKey = new Map(open.map(({ device_id, frames }) => [device_id, frames]));
  const closedByKey = Map.groupBy(closed, ({ device_id }) => device_id);
  return (deviceKey) => {
    const packed = (closedByKey.get(deviceKey) ?? []).map(({ frames }) => frames);
    return joinFrames(openByKey.get(deviceKey), packed, { fromMs, toMs }, fields, hasArrival);
  };
}

/** The frames of both tables, sorted. */
export function joinFrames(
  open: Buffer | null | undefined,
  closed: readonly Buffer[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  fields: readonly ReadingField[],
  hasArrival = false,
): Frame[] {
  const packed = closed
    .flatMap((frames) => (hasArrival ? decodeFrames(frames) : decodeReadings(frames, fields)))
    .filter(({ tsMs }) => tsMs >= fromMs && tsMs < toMs);
  return mergeFrames(packed, open ? unpackFrames(open, fields, hasArrival) : []);
}

/** The frames of many devices, sorted, with these fields; each call of the result unpacks those of a device. */
export const listFramesOf = (
  db: Db,
  deviceKeys: readonly DeviceKey[],
  fromMs: number,
  toMs: number,
  fields: readonly ReadingField[] = READING_FIELDS,
): Promise<(deviceKey: DeviceKey) => Frame[]> => readFrames(db, deviceKeys, { fromMs, toMs }, fields, false);

/** The frames of a device, sorted, with these fields. */
export const listFrames = async (
  db: Db,
  deviceKey: DeviceKey,
  fromMs: number,
  toMs: number,
  fields: readonly ReadingField[],
): Promise<Frame[]> => (await listFramesOf(db, [deviceKey], fromMs, toMs, fields))(deviceKey);

/** The same with all fields, and when and how they arrived. */
export const listArrivedFrames = async (
  db: Db,
  deviceKey: DeviceKey,
  fromMs: number,
  toMs: number,
): Promise<ArrivedFrame[]> =>
  (await readFrames(db, [deviceKey], { fromMs, toMs }, READING_FIELDS, true))(deviceKey) as ArrivedFrame[];

/** The rows of `frame` and of `packed_frame` that hold the frames of a device in a span of time, as columns of a statement. */
export function selectFrames(
  deviceKey: DeviceKey,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  fields: readonly ReadingField[],
) {
  const to = new Date(toMs);
  return {
    open: sql<Buffer | null>`(select ${packFrames(fields, false)} from frame
      where device_id = ${deviceKey} and ts >= ${new Date(fromMs)} and ts < ${to})`,
    closed: sql<Buffer[]>`array(select frames from packed_frame
      where device_id = ${deviceKey} and start >= ${new Date(startOfHourMs(fromMs))} and start < ${to} order by start)`,
  };
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
