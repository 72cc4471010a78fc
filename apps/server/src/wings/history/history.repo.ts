import { HistoryMetric } from '@manoboard/contract/history/history';
import { blockStartMs, LEVELS, type Level } from '@manoboard/domain/history/blocks';
import type { Block } from '@manoboard/domain/history/rollup';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { type PackedBlock, unpackBlock } from './packed-block.ts';
import { findOldestFrameMs } from './store/stored-frames.repo.ts';

export const TABLES = { minute: 'history_minute', hour: 'history_hour' } as const satisfies Record<
  Level,
  string
>;
const BLOCK_COLUMNS = ['seen', ...HistoryMetric.options] as const;
const countOf = (level: Level) => LEVELS[level].blockMs / LEVELS[level].bucketMs;

export interface Progress {
  hourMs: number;
  /** The last device of this hour that was rolled up; 0 if none was. */
  deviceId: number;
  /** By the clock of the database, which marks late frames. */
  nowMs: number;
}

/** Locks the rollups until the end of the transaction. Undefined while another server does them. */
export async function lockProgress(tx: Db): Promise<Progress | undefined> {
  const row = await tx
    .selectFrom('history_progress')
    .select(['hour', 'device_id as deviceId', sql<Date>`now()`.as('now')])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { hourMs: row.hour.getTime(), deviceId: row.deviceId, nowMs: row.now.getTime() };
}

export async function updateProgress(tx: Db, { hourMs, deviceId }: Omit<Progress, 'nowMs'>): Promise<void> {
  await tx
    .updateTable('history_progress')
    .set({ hour: new Date(hourMs), device_id: deviceId })
    .execute();
}

export async function listDeviceKeys(db: Db, after: number, limit: number): Promise<DeviceKey[]> {
  const rows = await db
    .selectFrom('device')
    .where('id', '>', after as DeviceKey)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

interface LateHour {
  deviceKey: DeviceKey;
  hourMs: number;
  ids: string[];
}
/** A board that sends a day again leaves hundreds of marks of each hour. */
const MARKS_AT_ONCE = 5000;

/** The hours with the oldest marks, each with its marks. */
export async function listLateHours(db: Db, limit: number): Promise<LateHour[]> {
  const { rows } = await sql<{ device_id: DeviceKey; hour: Date; ids: string[] }>`
    select device_id, hour, array_agg(id::text) as ids
    from (select * from history_late order by id limit ${sql.lit(MARKS_AT_ONCE)}) as oldest
    group by device_id, hour
    order by min(id)
    limit ${limit}`.execute(db);
  return rows.map(({ device_id, hour, ids }) => ({ deviceKey: device_id, hourMs: hour.getTime(), ids }));
}

export async function deleteLate(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from history_late where id = any(${`{${ids.join(',')}}`}::bigint[])`.execute(tx);
}

const isOneOf = (deviceKeys: readonly DeviceKey[]) => sql<DeviceKey>`any(${deviceKeys}::int[])`;

/** The blocks of this time; devices without one are missing. */
export async function mapBlocks(
  db: Db,
  level: Level,
  deviceKeys: readonly DeviceKey[],
  startMs: number,
): Promise<Map<DeviceKey, Block>> {
  const rows = await db
    .selectFrom(TABLES[level])
    .where('device_id', '=', isOneOf(deviceKeys))
    .where('start', '=', new Date(startMs))
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.device_id, unpackBlock(row, countOf(level))]));
}

/** Rollups before this time are complete, except those of late frames. */
export async function findProgressMs(db: Db): Promise<number> {
  const { hour } = await db.selectFrom('history_progress').select('hour').executeTakeFirstOrThrow();
  return hour.getTime();
}

/** The blocks of a device that overlap a span of time, in their order, with these metrics, as they are stored. */
export async function listPackedBlocks(
  db: Db,
  level: Level,
  deviceKey: DeviceKey,
  fromMs: number,
  toMs: number,
  metrics: readonly HistoryMetric[],
): Promise<{ startMs: number; packed: PackedBlock }[]> {
  const rows = await db
    .selectFrom(TABLES[level])
    .where('device_id', '=', deviceKey)
    .where('start', '>=', new Date(blockStartMs(level, fromMs)))
    .where('start', '<', new Date(toMs))
    .select(['start', 'seen'])
    .select(metrics)
    .orderBy('start')
    .execute();
  return rows.map((row) => ({ startMs: row.start.getTime(), packed: row }));
}

/** The same; each is unpacked when it is read. */
export async function listBlocks(
  ...[db, level, ...span]: Parameters<typeof listPackedBlocks>
): Promise<{ startMs: number; readonly block: Block }[]> {
  const rows = await listPackedBlocks(db, level, ...span);
  return rows.map(({ startMs, packed }) => ({
    startMs,
    get block() {
      return unpackBlock(packed, countOf(level));
    },
  }));
}

/** How long frames of each device arrived by hour, in the order of the hours; devices without a stored hour are missing. */
export async function mapSeenHours(
  db: Db,
  deviceKeys: readonly DeviceKey[],
  fromMs: number,
  toMs: number,
): Promise<Map<DeviceKey, { hourMs: number; seenMs: number }[]>> {
  const rows = await db
    .selectFrom(TABLES.hour)
    .where('device_id', '=', isOneOf(deviceKeys))
    .where('start', '>=', new Date(blockStartMs('hour', fromMs)))
    .where('start', '<', new Date(toMs))
    .select(['device_id', 'start', 'seen'])
    .orderBy('start')
    .execute();
  const hoursOf = ({ start, seen }: (typeof rows)[number]) =>
    Array.from(unpackBlock({ seen }, countOf('hour')).seenMs, (seenMs, hour) => ({
      hourMs: start.getTime() + hour * LEVELS.hour.bucketMs,
      seenMs,
    }));
  const days = Map.groupBy(rows, ({ device_id }) => device_id);
  return new Map([...days].map(([deviceKey, own]) => [deviceKey, own.flatMap(hoursOf)]));
}

/** When the history of a device begins at this level; rollups that are not made yet count by their frames. */
export async function findOldestMs(
  db: Db,
  level: 'raw' | Level,
  deviceKey: DeviceKey,
): Promise<number | undefined> {
  const frameMs = await findOldestFrameMs(db, deviceKey);
  if (level === 'raw') return frameMs;
  const block = await db
    .selectFrom(TABLES[level])
    .where('device_id', '=', deviceKey)
    .select('start as at')
    .orderBy('start')
    .limit(1)
    .executeTakeFirst();
  const times = [frameMs, block?.at.getTime()].filter((atMs) => atMs !== undefined);
  return times.length > 0 ? blockStartMs(level, Math.min(...times)) : undefined;
}

/** When the first frame of a device arrived; to the hour if only its rollup is kept. */
export async function findFirstMs(db: Db, deviceKey: DeviceKey): Promise<number | undefined> {
  const day = await db
    .selectFrom(TABLES.hour)
    .where('device_id', '=', deviceKey)
    .select(['start', 'seen'])
    .orderBy('start')
    .limit(1)
    .executeTakeFirst();
  const hour = day ? unpackBlock({ seen: day.seen }, countOf('hour')).seenMs.findIndex((ms) => ms > 0) : 0;
  const times = [
    await findOldestFrameMs(db, deviceKey),
    day && day.start.getTime() + Math.max(0, hour) * LEVELS.hour.bucketMs,
  ].filter((atMs) => atMs !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Stores blocks of this time, and removes those without a value. */
export async function replaceBlocks(
  tx: Db,
  level: Level,
  startMs: number,
  blocks: ReadonlyMap<DeviceKey, PackedBlock | null>,
): Promise<void> {
  const start = new Date(startMs);
  const empty = [...blocks].flatMap(([deviceKey, packed]) => (packed ? [] : [deviceKey]));
  const rows = [...blocks].flatMap(([device_id, packed]) =>
    packed ? [{ device_id, start, ...packed }] : [],
  );
  if (empty.length > 0)
    await tx
      .deleteFrom(TABLES[level])
      .where('device_id', '=', isOneOf(empty))
      .where('start', '=', start)
      .execute();
  if (rows.length === 0) return;
  await tx
    .insertInto(TABLES[level])
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'start'])
        .doUpdateSet((eb) =>
          Object.fromEntries(BLOCK_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    )
    .execute();
}
