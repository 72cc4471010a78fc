import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { LEVELS, type Level, REACH_MS } from '@manoboard/domain/history/blocks';
import type { HistoryPlan } from '@manoboard/domain/history/plan';
import { addBlock, type Block, type HistoryFrame, newBlock, rollUp } from '@manoboard/domain/history/rollup';
import type { Db } from '../../db/db.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import { findProgressMs, listBlocks, listFrames } from './history.repo.ts';

/** A device and what its reader may see of it. */
export type HistoryDevice = Pick<AllowedDevice, 'deviceKey' | 'deviceId' | 'visibleFromS'>;
type Fields = readonly ReadingField[];

/** R4.3c: frames of the range and those that reach into it, without frames of a former tenure. */
export function listReachingFrames(
  db: Db,
  { deviceKey, visibleFromS }: HistoryDevice,
  fields: Fields,
  fromMs: number,
  toMs: number,
): Promise<HistoryFrame[]> {
  const visibleMs = visibleFromS === null ? Number.NEGATIVE_INFINITY : visibleFromS * 1000 + 1;
  return listFrames(db, deviceKey, Math.max(fromMs - REACH_MS, visibleMs), toMs, fields);
}

type RollupPlan = HistoryPlan & { source: Level };

/** Rollups as far as they were made, and frames for the rest. */
async function readRollups(db: Db, device: HistoryDevice, fields: Fields, plan: RollupPlan, nowMs: number) {
  const { source: level, fromMs, stepMs, count } = plan;
  const toMs = fromMs + stepMs * count;
  const { bucketMs } = LEVELS[level];
  const target = newBlock(count);
  const indexAt = (ms: number) => Math.floor((ms - fromMs) / stepMs);
  const rolledMs = Math.max(fromMs, Math.min(toMs, await findProgressMs(db)));
  for (const { startMs, block } of await listBlocks(db, level, device.deviceKey, fromMs, rolledMs, fields))
    addBlock(target, block, (index) => {
      const bucketAt = startMs + index * bucketMs;
      return bucketAt >= fromMs && bucketAt < rolledMs ? indexAt(bucketAt) : undefined;
    });
  const tailMs = Math.min(toMs, nowMs);
  if (rolledMs >= tailMs) return target;
  const minuteMs = LEVELS.minute.bucketMs;
  const tail = { fromMs: rolledMs, bucketMs: minuteMs, count: Math.ceil((tailMs - rolledMs) / minuteMs) };
  const frames = await listReachingFrames(db, device, fields, rolledMs, tailMs);
  addBlock(target, rollUp(frames, tail), (index) => indexAt(rolledMs + index * minuteMs));
  return target;
}

/** The buckets of a plan, from its source. */
export async function readBlock(
  db: Db,
  device: HistoryDevice,
  fields: Fields,
  plan: HistoryPlan,
  nowMs: number,
): Promise<Block> {
  const { source, fromMs, stepMs, count } = plan;
  if (source !== 'raw') return readRollups(db, device, fields, { ...plan, source }, nowMs);
  const frames = await listReachingFrames(db, device, fields, fromMs, fromMs + stepMs * count);
  return rollUp(frames, { fromMs, bucketMs: stepMs, count });
}
