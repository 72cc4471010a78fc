import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { blockStartMs, type Level } from '@manoboard/domain/history/blocks';
import type { Frame } from '@manoboard/domain/history/frame';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { TABLES } from './history.repo.ts';
import { EPOCH_MS } from './store/frame-bytes.repo.ts';
import { joinFrames, selectFrames } from './store/stored-frames.repo.ts';

interface Span {
  fromMs: number;
  toMs: number;
}

export interface RollupState {
  /** Rollups before this time are complete, except those of late frames. */
  progressMs: number;
  /** The stored blocks of the span and the version of each: see `readVersions`. */
  versions: Buffer;
  /** Sorted. */
  frames: Frame[];
}

const BYTES = { start: 8, version: 4, both: 12 };

/** The blocks of `RollupState` in the order of time. A version is the transaction that has written the row. */
export const readVersions = (versions: Buffer): { startMs: number; version: number }[] =>
  Array.from({ length: versions.length / BYTES.both }, (_, position) => {
    const at = position * BYTES.both;
    const startMs = EPOCH_MS + Number(versions.readBigInt64BE(at)) / 1000;
    return { startMs, version: versions.readUInt32BE(at + BYTES.start) };
  });

/**
 * What decides about a graph from rollups, in one statement and so of one moment: how far they reach, the versions of its
 * blocks, which are read only if they have changed (`merged-rollups.ts`), and the frames of its end.
 */
export async function readRollupState(
  db: Db,
  level: Level,
  deviceKey: DeviceKey,
  { fromMs, toMs }: Span,
  tail: Span,
  fields: readonly ReadingField[],
): Promise<RollupState> {
  const { open, closed } = selectFrames(deviceKey, tail, fields);
  const hasTail = tail.fromMs < tail.toMs;
  const { rows } = await sql<{ hour: Date; versions: Buffer | null; open: Buffer | null; closed: Buffer[] }>`
    select hour, (
      select string_agg(timestamptz_send(start) || xidsend(xmin), ''::bytea order by start)
      from ${sql.table(TABLES[level])}
      where device_id = ${deviceKey}
        and start >= ${new Date(blockStartMs(level, fromMs))} and start < ${new Date(toMs)}
    ) as versions
    ${hasTail ? sql`, ${open} as open, ${closed} as closed` : sql``}
    from history_progress`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('history_progress has no row');
  return {
    progressMs: row.hour.getTime(),
    versions: row.versions ?? Buffer.alloc(0),
    frames: hasTail ? joinFrames(row.open, row.closed, tail, fields) : [],
  };
}
