import type { HistoryMetric } from '@manoboard/contract/history/history';
import { blockStartMs, LEVELS, type Level, REACH_MS } from '@manoboard/domain/history/blocks';
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
import { HOUR_MS } from '@manoboard/domain/time';
import type { Pace } from '../../base/turns.ts';
import type { Db } from '../../db/db.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import { mapDatedCards } from '../settings/pump-card/pump-card.repo.ts';
import { mergeRollups, type RollupCache } from './merged-rollups.ts';
import { readRollupState } from './rollup-state.repo.ts';
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
  cache: RollupCache;
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

/** R4.3c: from where frames reach into a range that begins here, without frames of a former tenure. */
function reachingFrom({ visibleFromS }: HistoryDevice, fromMs: number): number {
  const visibleMs = visibleFromS === null ? Number.NEGATIVE_INFINITY : visibleFromS * 1000 + 1;
  return Math.max(fromMs - REACH_MS, visibleMs);
}
const fieldsOf = (metrics: readonly HistoryMetric[]) => [...new Set(metrics.flatMap(sourcesOf))];

/** Frames of the range and those that reach into it. */
export function listReachingFrames(
  { db, device, metrics }: Pick<Request, 'db' | 'device' | 'metrics'>,
  fromMs: number,
  toMs: number,
): Promise<Frame[]> {
  return listFrames(db, device.deviceKey, reachingFrom(device, fromMs), toMs, fieldsOf(metrics));
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

/** A copy with double precision. */
function copyBlock(block: Block): Block {
  const copied = newBlock(block.frames.length);
  addBlock(copied, block, (index) => index);
  return copied;
}

/** Rollups as far as they were made, and frames for the rest. */
async function readRollups(request: Request, level: Level, plan: HistoryPlan): Promise<HistoryBlock> {
  const { db, cache, device, metrics, nowMs, longestTailMs, pace } = request;
  const { deviceKey } = device;
  const { fromMs, stepMs, count } = plan;
  const toMs = fromMs + stepMs * count;
  const endMs = Math.min(toMs, nowMs);
  const minuteMs = LEVELS.minute.bucketMs;
  const rolledTo = (progressMs: number) => Math.max(fromMs, Math.min(toMs, progressMs));
  const tailFrom = (rolledMs: number) =>
    Math.max(rolledMs, Math.ceil((endMs - longestTailMs) / minuteMs) * minuteMs);
  const readState = (progressMs: number) => {
    const reachMs = reachingFrom(device, tailFrom(rolledTo(progressMs)));
    const tail = { fromMs: rolledTo(progressMs) < endMs ? reachMs : endMs, toMs: endMs };
    return readRollupState(db, level, deviceKey, { fromMs, toMs }, tail, fieldsOf(metrics));
  };
  // Frames are read from where the rollups ended the last time. Frames that are not needed any more change nothing.
  // An old guess would read the frames of all days since.
  const usualMs = blockStartMs('minute', nowMs) - HOUR_MS;
  const guessMs = Math.max(cache.progressMs ?? usualMs, usualMs);
  const [guessed, cards] = await Promise.all([readState(guessMs), listCards(request)]);
  const state = guessed.progressMs < guessMs ? await readState(guessed.progressMs) : guessed;
  cache.progressMs = state.progressMs;
  const rolledMs = rolledTo(state.progressMs);
  const rollups = await mergeRollups(
    { db, cache, deviceKey, level, metrics, pace },
    plan,
    rolledMs,
    state.versions,
  );
  if (rolledMs >= endMs) return { block: rollups };
  const tailMs = tailFrom(rolledMs);
  const tail = { fromMs: tailMs, bucketMs: minuteMs, count: Math.ceil((endMs - tailMs) / minuteMs) };
  const rolledUp = await rollUpSlowly(pace, state.frames, tail, metrics, cards);
  const block = copyBlock(rollups);
  addBlock(block, rolledUp, (index) => Math.floor((tailMs + index * minuteMs - fromMs) / stepMs));
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
