import { isClosedDay } from '@manoboard/domain/telemetry/frame-days';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { findFirstHourMs, listDevicesOfDay, packHour } from './compression.repo.ts';
import { dropPackedDay, ensurePartitions, listPartitionDays } from './partition.repo.ts';

/** Devices of one transaction: about 7,000 frames, half a second. */
const BATCH = 10;
/** A run ends after this time; the job runs again every minute, and other jobs wait for it. */
const LONGEST_RUN_MS = 20_000;

interface Needs extends Pick<Core, 'log' | 'now'> {
  /** Not the connections that store frames. */
  db: Db;
}

/**
 * Packs the frames of closed days (decision 28), hour after hour, in the order in which they were stored. The tables are
 * the progress: after a stop or a kill the next run goes on with what is left in `frame`, also with frames that arrived
 * after their day was packed.
 */
export function createFrameCompression({ db, log, now }: Needs) {
  let isStopping = false;

  async function packHourOf(devices: readonly DeviceKey[], hourMs: number, mayGoOn: () => boolean) {
    for (let at = 0; at < devices.length && mayGoOn(); at += BATCH)
      await packHour(db, devices.slice(at, at + BATCH), hourMs);
  }

  async function packDay(day: number, mayGoOn: () => boolean): Promise<void> {
    await ensurePartitions(db, [day], 'packed_frame');
    while (mayGoOn()) {
      const devices = await listDevicesOfDay(db, day);
      // Each hour ends with the last device, so its first frame is in the first hour that is not packed.
      const last = devices.at(-1);
      const hourMs = last === undefined ? undefined : await findFirstHourMs(db, last, day);
      if (last === undefined) {
        if (await dropPackedDay(db, day)) log.info({ day }, 'the frames of a closed day are packed');
        return;
      }
      if (hourMs !== undefined) await packHourOf(devices, hourMs, mayGoOn);
    }
  }

  return {
    /** Everything that is due, or as much as fits into one run. */
    async run(): Promise<void> {
      const startMs = performance.now();
      const mayGoOn = () => !isStopping && performance.now() - startMs < LONGEST_RUN_MS;
      const days = await listPartitionDays(db);
      for (const day of days) if (isClosedDay(day, now()) && mayGoOn()) await packDay(day, mayGoOn);
    },
    /** A run that is going on ends after its transaction. */
    stop() {
      isStopping = true;
    },
  };
}
