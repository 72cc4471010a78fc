import type { HistoryMetric } from '@manoboard/contract/history/history';
import { LEVELS, type Level } from '@manoboard/domain/history/blocks';
import type { HistoryPlan } from '@manoboard/domain/history/plan';
import type { Block } from '@manoboard/domain/history/rollup';
import { type Column, isMeter, NO_BUCKET, newSeries, type Series } from '@manoboard/domain/history/series';
import { MINUTE_MS } from '@manoboard/domain/time';
import { LRUCache } from 'lru-cache';
import type { Pace } from '../../base/turns.ts';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { listPackedBlocks } from './history.repo.ts';
import { addPackedBlock } from './packed-block.ts';
import { readVersions } from './rollup-state.repo.ts';

/** Buckets of a device that were merged from its rollups, to be read only. */
interface MergedBlock extends Pick<HistoryPlan, 'fromMs' | 'stepMs' | 'count'> {
  /** The rollups before this time are merged. */
  endMs: number;
  /** The versions of the merged blocks when they were read. */
  versions: Buffer;
  block: Block;
}

/** One graph leaves room for those of others. */
const LARGEST_SHARE = 1 / 4;
/** Versions are numbers of transactions, which begin again after four billion of them. */
const TTL_MS = 15 * MINUTE_MS;

const columnsOf = ({ coveredMs, min, max, avg, last, meter }: Series): Column[] => [
  ...[coveredMs, min, max, avg, last],
  ...(meter ? [meter.first, meter.increase] : []),
];
const seenOf = ({ frames, seenMs, linkLostMs }: Block): Column[] => [frames, seenMs, linkLostMs];
const bytesOf = (columns: readonly Column[]) =>
  columns.reduce((sum, { byteLength }) => sum + byteLength + COLUMN_BYTES, 0);
/** An estimate for the object of a column. */
const COLUMN_BYTES = 200;

const sizeOf = ({ block, versions }: MergedBlock) =>
  bytesOf(seenOf(block)) +
  Object.values(block.fields).reduce((sum, series) => sum + bytesOf(columnsOf(series)), 0) +
  versions.length +
  COLUMN_BYTES;

/**
 * Merged rollups of graphs that were read lately: a page requests its graph again and again, and others open the same one.
 * What is kept is used only if the database has the same versions of all its blocks at that moment. It holds what is stored,
 * not what a user may see: a plan begins where the tenure of its reader does (R4.3c). A cache of 0 bytes keeps nothing.
 */
export function createRollupCache(maxBytes: number) {
  const kept =
    maxBytes > 0
      ? new LRUCache<string, MergedBlock>({
          maxSize: maxBytes,
          maxEntrySize: maxBytes * LARGEST_SHARE,
          sizeCalculation: sizeOf,
          ttl: TTL_MS,
          ttlResolution: 0,
        })
      : undefined;
  return {
    get: (key: string) => kept?.get(key),
    set: (key: string, merged: MergedBlock) => void kept?.set(key, merged),
    /** How far the rollups reached when they were read the last time. */
    progressMs: undefined as number | undefined,
    bytes: () => kept?.calculatedSize ?? 0,
  };
}
export type RollupCache = ReturnType<typeof createRollupCache>;

/** As `newSeries`, in the precision of stored blocks: half of its bytes. */
const createSeries =
  (stepMs: number) =>
  (metric: HistoryMetric, count: number): Series =>
    isMeter(metric)
      ? newSeries(metric, count)
      : {
          coveredMs: newTimes(stepMs, count),
          min: new Float32Array(count).fill(Number.NaN),
          max: new Float32Array(count),
          avg: new Float64Array(count),
          last: new Float32Array(count),
          meter: undefined,
        };
const newTimes = (stepMs: number, count: number) =>
  stepMs < 2 ** 32 ? new Uint32Array(count) : new Float64Array(count);

const newMergedBlock = ({ stepMs, count }: HistoryPlan): Block => ({
  frames: newTimes(stepMs, count),
  seenMs: newTimes(stepMs, count),
  linkLostMs: newTimes(stepMs, count),
  fields: {},
});

/** Starts of the blocks whose versions differ. */
function changedStarts(some: Buffer, others: Buffer): number[] {
  if (some.equals(others)) return [];
  const known = new Map(readVersions(some).map(({ startMs, version }) => [startMs, version]));
  const changed: number[] = [];
  for (const { startMs, version } of readVersions(others)) {
    if (known.get(startMs) !== version) changed.push(startMs);
    known.delete(startMs);
  }
  return [...changed, ...known.keys()];
}

/** The buckets that must be merged, from the first to the last one; none if `first` is after `last`. */
interface Stale {
  first: number;
  last: number;
}

function findStale(known: MergedBlock | undefined, wanted: Omit<MergedBlock, 'block'>, level: Level): Stale {
  const { fromMs, stepMs, count, endMs, versions } = wanted;
  if (!known) return { first: 0, last: count - 1 };
  const stale = { first: count, last: -1 };
  const mark = (index: number) => {
    if (index < 0 || index >= count) return;
    stale.first = Math.min(stale.first, index);
    stale.last = Math.max(stale.last, index);
  };
  for (let index = 0; index < count; index++) {
    const startMs = fromMs + index * stepMs;
    const isKnown = startMs >= known.fromMs && startMs < known.fromMs + known.count * stepMs;
    const isAsLong = Math.min(startMs + stepMs, known.endMs) === Math.min(startMs + stepMs, endMs);
    if (!isKnown || !isAsLong) mark(index);
  }
  const { blockMs } = LEVELS[level];
  for (const startMs of changedStarts(known.versions, versions)) {
    const last = Math.min(count - 1, Math.ceil((startMs + blockMs - fromMs) / stepMs) - 1);
    for (let index = Math.max(0, Math.floor((startMs - fromMs) / stepMs)); index <= last; index++)
      mark(index);
  }
  return stale;
}

/** Copies the buckets before and after those that are stale. */
function copyFresh(target: Block, known: MergedBlock, fromMs: number, { first, last }: Stale) {
  const shift = (fromMs - known.fromMs) / known.stepMs;
  const count = target.frames.length;
  const copy = (to: Column, from: Column) => {
    to.set(from.subarray(shift, shift + first));
    if (last + 1 < count) to.set(from.subarray(shift + last + 1, shift + count), last + 1);
  };
  const copyAll = (to: Column[], from: Column[]) =>
    to.forEach((column, position) => {
      copy(column, from[position] ?? column);
    });
  copyAll(seenOf(target), seenOf(known.block));
  for (const [metric, series] of Object.entries(known.block.fields) as [HistoryMetric, Series][]) {
    target.fields[metric] = createSeries(known.stepMs)(metric, count);
    copyAll(columnsOf(target.fields[metric]), columnsOf(series));
  }
}

interface Request {
  db: Db;
  cache: RollupCache;
  deviceKey: DeviceKey;
  level: Level;
  metrics: readonly HistoryMetric[];
  pace: Pace;
}

/** The buckets of a plan from its rollups before `endMs`, whose versions were just read. To be read only. */
export async function mergeRollups(
  { db, cache, deviceKey, level, metrics, pace }: Request,
  plan: HistoryPlan,
  endMs: number,
  versions: Buffer,
): Promise<Block> {
  const { fromMs, stepMs, count } = plan;
  const key = [deviceKey, level, stepMs, fromMs % stepMs, ...metrics].join();
  const known = cache.get(key);
  const wanted = { fromMs, stepMs, count, endMs, versions };
  const stale = findStale(known, wanted, level);
  const isSame = stale.first > stale.last && known?.fromMs === fromMs && known.count === count;
  if (isSame && known.versions.equals(versions)) return known.block;
  const block = newMergedBlock(plan);
  if (known) copyFresh(block, known, fromMs, stale);
  const staleFromMs = fromMs + stale.first * stepMs;
  const staleToMs = Math.min(endMs, fromMs + (stale.last + 1) * stepMs);
  if (staleFromMs < staleToMs) {
    const { bucketMs, blockMs } = LEVELS[level];
    const targets = new Int32Array(blockMs / bucketMs);
    for (const { startMs, packed } of await listPackedBlocks(
      db,
      level,
      deviceKey,
      staleFromMs,
      staleToMs,
      metrics,
    )) {
      for (let index = 0; index < targets.length; index++) {
        const atMs = startMs + index * bucketMs;
        const isInside = atMs >= staleFromMs && atMs < staleToMs;
        targets[index] = isInside ? Math.floor((atMs - fromMs) / stepMs) : NO_BUCKET;
      }
      addPackedBlock(block, packed, targets, createSeries(stepMs));
      await pace();
    }
  }
  // With the versions before the blocks were read: one that has changed since is read again.
  cache.set(key, { ...wanted, block });
  return block;
}
