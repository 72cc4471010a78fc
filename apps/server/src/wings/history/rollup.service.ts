import { blockStartMs, isHourClosed, nextHourMs } from '@manoboard/domain/history/blocks';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import {
  deleteLate,
  findProgressMs,
  listDeviceKeys,
  listLateHours,
  lockProgress,
  type Progress,
  updateProgress,
} from './history.repo.ts';
import { ensureHistoryPartitions } from './history-partitions.ts';
import { createHourRollup, type HourNeeds } from './rollup-hour.ts';

/** Device hours of one transaction: what a kill can undo, what a stop waits for, and 1.6 MB of frames at once. */
const BATCH = 20;
/** A run ends after this time; the job runs again every minute. */
const LONGEST_RUN_MS = 45_000;

interface Needs extends HourNeeds {
  /** Not the connections that store frames. */
  db: Db;
}

/** Whether the first rollup of this hour is still to come. */
const isAhead = (progress: Progress, deviceKey: DeviceKey, hourMs: number) =>
  hourMs > progress.hourMs || (hourMs === progress.hourMs && deviceKey > progress.deviceId);

/**
 * Makes the rollups of minutes and hours from frames. One server does it at a time, in short transactions that end with the
 * progress in the database: after a stop or a kill the next run goes on there. Storing frames never waits for it.
 */
export function createRollups({ db, ...needs }: Needs) {
  const { rollUpHour, storePast } = createHourRollup(needs);
  let isStopping = false;

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
    storePast,
    /** Frames before this time were rolled up. */
    progressMs: () => findProgressMs(db),
    /** A run that is going on ends after its transaction. */
    stop() {
      isStopping = true;
    },
  };
}
