import { setImmediate as nextTurn } from 'node:timers/promises';
import { blockStartMs, LEVELS, nextHourMs, REACH_MS } from '@manoboard/domain/history/blocks';
import type { Frame } from '@manoboard/domain/history/frame';
import {
  type Block,
  blockSpan,
  type DatedCard,
  isEmptyBlock,
  rollUp,
  withHour,
} from '@manoboard/domain/history/rollup';
import { dayOf, isExpiredDay } from '@manoboard/domain/telemetry/frame-days';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { mapDatedCards } from '../settings/pump-card/pump-card.repo.ts';
import { mapBlocks, replaceBlocks } from './history.repo.ts';
import { type PackedBlock, packBlock, unpackBlock } from './packed-block.ts';
import { listFramesOf } from './store/stored-frames.repo.ts';

interface UsageCollector {
  /** The frames begin `REACH_MS` before the hour. */
  add: (deviceKey: DeviceKey, frames: readonly Frame[]) => void;
  store: (tx: Db) => Promise<void>;
}

export interface HourNeeds {
  /** `RETENTION_RAW_DAYS` */
  rawDays: number;
  /** Other figures of the hour, stored in the transaction of its rollups. */
  collectUsage?: (hourMs: number) => UsageCollector;
}

const countFrames = ({ frames }: Block) => [...frames].reduce((sum, n) => sum + n, 0);
const rollUpMinutes = (frames: readonly Frame[], hourMs: number, cards: readonly DatedCard[] | undefined) =>
  rollUp(frames, blockSpan('minute', hourMs), undefined, cards);
const packed = (block: Block): PackedBlock | null => (isEmptyBlock(block) ? null : packBlock(block));

/** Stores the minutes of an hour, and the hour in its day. The result does not depend on what was stored before. */
async function storeHours(tx: Db, hourMs: number, blocks: ReadonlyMap<DeviceKey, Block>): Promise<void> {
  const dayMs = blockStartMs('hour', hourMs);
  const hour = (hourMs - dayMs) / LEVELS.hour.bucketMs;
  const known = await mapBlocks(tx, 'hour', [...blocks.keys()], dayMs);
  const minutes = new Map<DeviceKey, PackedBlock | null>();
  const days = new Map<DeviceKey, PackedBlock | null>();
  for (const [deviceKey, block] of blocks) {
    const stored = packed(block);
    minutes.set(deviceKey, stored);
    // In the precision of the stored minutes, so that a rollup from them is the same.
    const rounded = stored ? unpackBlock(stored, block.frames.length) : block;
    days.set(deviceKey, packed(withHour(known.get(deviceKey), hour, rounded)));
    await nextTurn();
  }
  await replaceBlocks(tx, 'minute', hourMs, minutes);
  await replaceBlocks(tx, 'hour', dayMs, days);
}

/** Rolls up an hour of some devices in the transaction of the caller; the partitions of the hour must exist. */
export function createHourRollup({ rawDays, collectUsage }: HourNeeds) {
  const isExpired = (hourMs: number, nowMs: number) => isExpiredDay(dayOf(hourMs - REACH_MS), nowMs, rawDays);

  /** From the stored frames of these devices. */
  async function rollUpHour(
    tx: Db,
    deviceKeys: readonly DeviceKey[],
    hourMs: number,
    nowMs: number,
  ): Promise<void> {
    const cards = await mapDatedCards(tx, deviceKeys);
    const framesOf = await listFramesOf(tx, deviceKeys, hourMs - REACH_MS, nextHourMs(hourMs));
    // Frames of an expired day may have been dropped: a rollup of more frames than are left stays as it is.
    const kept = isExpired(hourMs, nowMs) ? await mapBlocks(tx, 'minute', deviceKeys, hourMs) : new Map();
    const blocks = new Map<DeviceKey, Block>();
    const usage = collectUsage?.(hourMs);
    for (const deviceKey of deviceKeys) {
      const frames = framesOf(deviceKey);
      const block = rollUpMinutes(frames, hourMs, cards.get(deviceKey));
      const known = kept.get(deviceKey);
      if (known && countFrames(known) > countFrames(block)) continue;
      usage?.add(deviceKey, frames);
      blocks.set(deviceKey, block);
      await nextTurn();
    }
    await storeHours(tx, hourMs, blocks);
    await usage?.store(tx);
  }

  /** From frames that are not stored. */
  async function storePast(
    tx: Db,
    deviceKey: DeviceKey,
    hourMs: number,
    frames: readonly Frame[],
  ): Promise<void> {
    const usage = collectUsage?.(hourMs);
    usage?.add(deviceKey, frames);
    await usage?.store(tx);
    const cards = await mapDatedCards(tx, [deviceKey]);
    const block = rollUpMinutes(frames, hourMs, cards.get(deviceKey));
    await storeHours(tx, hourMs, new Map([[deviceKey, block]]));
  }

  return { rollUpHour, storePast };
}
