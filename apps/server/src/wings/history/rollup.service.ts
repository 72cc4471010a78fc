import { setImmediate as nextTurn } from 'node:timers/promises';
import { blockStartMs, isHourClosed, LEVELS, nextHourMs, REACH_MS } from '@manoboard/domain/history/blocks';
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
import {
  deleteLate,
  findProgressMs,
  listDeviceKeys,
  listLateHours,
  lockProgress,
  mapBlocks,
  type Progress,
  replaceBlocks,
  updateProgress,
} from './history.repo.ts';
import { ensureHistoryPartitions } from './history-partitions.ts';
import { type PackedBlock, packBlock, unpackBlock } from './packed-block.ts';
import { listFramesOf } from './store/stored-frames.repo.ts';

/** Device hours of one transaction: what a kill can undo, what a stop waits for, and 1.6 MB of frames at once. */
const BATCH = 20;
/** A run ends after this time; the job runs again every minute. */
const LONGEST_RUN_MS = 45_000;

interface Neighbours {
  /** Not the connections that store frames. */
  db: Db;
  /** `RETENTION_RAW_DAYS` */
  rawDays: number;
  /** Other figures of the hour, stored in the transaction of its rollups. */
  collectUsage?: (hourMs: number) => UsageCollector;
}
interface UsageCollector {
  /** The frames begin `REACH_MS` before the hour. */
  add: (deviceKey: DeviceKey, frames: readonly Frame[]) => void;
  store: (tx: Db) => Promise<void>;
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

/** Whether the first rollup of this hour is still to come. */
const isAhead = (progress: Progress, deviceKey: DeviceKey, hourMs: number) =>
  hourMs > progress.hourMs || (hourMs === progress.hourMs && deviceKey > progress.deviceId);

/**
 * Makes the rollups of minutes and hours from frames. One server does it at a time, in short transactions that end with the
 * progress in the database: after a stop or a kill the next run goes on there. Storing frames never waits for it.
 */
export function createRollups({ db, rawDays, collectUsage }: Neighbours) {
  let isStopping = false;

  const isExpired = (hourMs: number, nowMs: number) => isExpiredDay(dayOf(hourMs - REACH_MS), nowMs, rawDays);

  /** Rolls up an hour of these devices from their frames. */
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

  /** The next devices of the first hour that is not rolled up. False when nothing is due. */
  async function rollUpNext(tx: Db, progress: Progress): Promise<boolean> {
    const { hourMs, deviceId, nowMs } = progress;
    if (!isHourClosed(hourMs, nowMs)) return false;
    const devices = await listDeviceKeys(tx, deviceId, BATCH);
    await ensureHistoryPartitions(tx, [hourMs]);
    await rollUpHour(tx, devices, hourMs, nowMs);
    const last = devices.at(-1);
    const isDone = last === undefined || devices.length < BATCH;
    await updateProgress(
      tx,
      isDone ? { hourMs: nextHourMs(hourMs), deviceId: 0 } : { hourMs, deviceId: last },
    );
    return true;
  }

  /** Hours with late frames. The marks are read first: of a frame that is stored meanwhile, the mark stays. */
  async function rollUpLate(tx: Db, progress: Progress): Promise<boolean> {
    const marked = await listLateHours(tx, BATCH);
    if (marked.length === 0) return false;
    const due = marked.filter(({ deviceKey, hourMs }) => !isAhead(progress, deviceKey, hourMs));
    await ensureHistoryPartitions(
      tx,
      due.map(({ hourMs }) => hourMs),
    );
    for (const [hourMs, hours] of Map.groupBy(due, (mark) => mark.hourMs))
      await rollUpHour(
        tx,
        hours.map(({ deviceKey }) => deviceKey),
        hourMs,
        progress.nowMs,
      );
    await deleteLate(
      tx,
      marked.flatMap(({ ids }) => ids),
    );
    return true;
  }

  /** The clock of the database was ahead. Otherwise every frame until then is late, and its hour rolled up each minute. */
  async function moveBack(tx: Db, progress: Progress): Promise<void> {
    Object.assign(progress, { hourMs: blockStartMs('minute', progress.nowMs), deviceId: 0 });
    await updateProgress(tx, progress);
  }

  /** One transaction. False when nothing is due, or when another server does it. */
  const step = () =>
    db.transaction().execute(async (tx) => {
      const progress = await lockProgress(tx);
      if (!progress) return false;
      if (progress.hourMs > progress.nowMs) await moveBack(tx, progress);
      return (await rollUpLate(tx, progress)) || (await rollUpNext(tx, progress));
    });

  return {
    /** Everything that is due, or as much as fits into one run. */
    async run(): Promise<void> {
      const startMs = performance.now();
      while (!isStopping && performance.now() - startMs < LONGEST_RUN_MS) if (!(await step())) return;
    },
    /** The rollups of an hour from frames that are not stored. Its partitions must exist. */
    async storePast(tx: Db, deviceKey: DeviceKey, hourMs: number, frames: readonly Frame[]): Promise<void> {
      const usage = collectUsage?.(hourMs);
      usage?.add(deviceKey, frames);
      await usage?.store(tx);
      const cards = await mapDatedCards(tx, [deviceKey]);
      const block = rollUpMinutes(frames, hourMs, cards.get(deviceKey));
      await storeHours(tx, hourMs, new Map([[deviceKey, block]]));
    },
    /** Frames before this time were rolled up. */
    progressMs: () => findProgressMs(db),
    /** A run that is going on ends after its transaction. */
    stop() {
      isStopping = true;
    },
  };
}
