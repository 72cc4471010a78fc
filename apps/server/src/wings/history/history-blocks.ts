import type { HistoryMetric } from '@manoboard/contract/history/history';
import { LEVELS, type Level, REACH_MS } from '@manoboard/domain/history/blocks';
import type { Frame } from '@manoboard/domain/history/frame';
import type { HistoryPlan } from '@manoboard/domain/history/plan';
import {
  addBlock,
  type Block,
  type DatedCard,
  isFlow,
  newBlock,
  rollUpParts,
  sourcesOf,
} from '@manoboard/domain/history/rollup';
import type { Pace } from '../../base/turns.ts';
import type { Db } from '../../db/db.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import { mapDatedCards } from '../settings/pump-card/pump-card.repo.ts';
import { findProgressMs, listBlocks } from './history.repo.ts';
import { listFrames } from './store/stored-frames.repo.ts';

/** A device and what its reader may see of it. */
export type HistoryDevice = Pick<AllowedDevice, 'deviceKey' | 'deviceId' | 'visibleFromS'>;

/** The buckets of a plan, and the span of time that has frames but no rollups yet. */
interface HistoryBlock {
  block: Block;
  pending?: { fromMs: number; toMs: number };
}

interface Request {
  db: Db;
  device: HistoryDevice;
  metrics: readonly HistoryMetric[];
  nowMs: number;
  /** The longest end that is read from frames while rollups are missing; what is before it is pending. */
  longestTailMs: number;
  pace: Pace;
}

/** `rollUp` in slices. */
async function rollUpSlowly(pace: Pace, ...input: Parameters<typeof rollUpParts>) {
  const parts = rollUpParts(...input);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    await pace();
  }
}

/** R4.3c: frames of the range and those that reach into it, without frames of a former tenure. */
export function listReachingFrames(
  { db, device: { deviceKey, visibleFromS }, metrics }: Pick<Request, 'db' | 'device' | 'metrics'>,
  fromMs: number,
  toMs: number,
): Promise<Frame[]> {
  const visibleMs = visibleFromS === null ? Number.NEGATIVE_INFINITY : visibleFromS * 1000 + 1;
  const fields = [...new Set(metrics.flatMap(sourcesOf))];
  return listFrames(db, deviceKey, Math.max(fromMs - REACH_MS, visibleMs), toMs, fields);
}

/** The pump cards for the estimated flow; none for metrics that need no card. */
export async function listCards({
  db,
  device: { deviceKey },
  metrics,
}: Pick<Request, 'db' | 'device' | 'metrics'>): Promise<readonly DatedCard[]> {
  if (!metrics.some(isFlow)) return [];
  return (await mapDatedCards(db, [deviceKey])).get(deviceKey) ?? [];
}

/** Rollups as far as they were made, and frames for the rest. */
async function readRollups(request: Request, level: Level, plan: HistoryPlan): Promise<HistoryBlock> {
  const { db, device, metrics, nowMs, longestTailMs, pace } = request;
  const { fromMs, stepMs, count } = plan;
  const toMs = fromMs + stepMs * count;
  const { bucketMs } = LEVELS[level];
  const block = newBlock(count);
  const indexAt = (ms: number) => Math.floor((ms - fromMs) / stepMs);
  const rolledMs = Math.max(fromMs, Math.min(toMs, await findProgressMs(db)));
  const endMs = Math.min(toMs, nowMs);
  const minuteMs = LEVELS.minute.bucketMs;
  const tailMs = Math.max(rolledMs, Math.ceil((endMs - longestTailMs) / minuteMs) * minuteMs);
  const hasTail = rolledMs < endMs;
  // At the same time: one connection reads blocks while the other one packs frames.
  const [blocks, frames, cards] = await Promise.all([
    listBlocks(db, level, device.deviceKey, fromMs, rolledMs, metrics),
    hasTail ? listReachingFrames(request, tailMs, endMs) : [],
    hasTail ? listCards(request) : [],
  ]);
  for (const stored of blocks) {
    addBlock(block, stored.block, (index) => {
      const bucketAt = stored.startMs + index * bucketMs;
      return bucketAt >= fromMs && bucketAt < rolledMs ? indexAt(bucketAt) : undefined;
    });
    await pace();
  }
  if (!hasTail) return { block };
  const tail = { fromMs: tailMs, bucketMs: minuteMs, count: Math.ceil((endMs - tailMs) / minuteMs) };
  const rolledUp = await rollUpSlowly(pace, frames, tail, metrics, cards);
  addBlock(block, rolledUp, (index) => indexAt(tailMs + index * minuteMs));
  return { block, ...(tailMs > rolledMs && { pending: { fromMs: rolledMs, toMs: tailMs } }) };
}

/** The buckets of a plan, from its source. */
export async function readBlock(request: Request, plan: HistoryPlan): Promise<HistoryBlock> {
  const { source, fromMs, stepMs, count } = plan;
  if (source !== 'raw') return readRollups(request, source, plan);
  const frames = await listReachingFrames(request, fromMs, fromMs + stepMs * count);
  const span = { fromMs, bucketMs: stepMs, count };
  const cards = await listCards(request);
  return { block: await rollUpSlowly(request.pace, frames, span, request.metrics, cards) };
}
