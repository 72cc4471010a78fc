import { type UsageHour, usageOfHour } from '@manoboard/domain/energy/usage-hour';
import type { Frame } from '@manoboard/domain/history/frame';
import { DAY_MS } from '@manoboard/domain/time';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { deleteUsageBefore, replaceUsage } from './usage.repo.ts';

interface Needs extends Pick<Core, 'db' | 'now'> {
  /** `RETENTION_HOUR_DAYS` */
  retentionDays: number;
}

/** Stores what devices used by hour. Called with the rollups, so a late frame corrects the hour. */
export const createUsageRecorder = ({ db, now, retentionDays }: Needs) => ({
  /** Collects the figures of an hour, so that those of several devices are stored in one statement. */
  collect(hourMs: number) {
    const usageOf = new Map<DeviceKey, UsageHour | undefined>();
    return {
      add(deviceKey: DeviceKey, frames: readonly Frame[]) {
        usageOf.set(deviceKey, usageOfHour(frames, hourMs));
      },
      store: (tx: Db) => replaceUsage(tx, hourMs, usageOf),
    };
  },
  deleteExpired: () => deleteUsageBefore(db, new Date(now() - retentionDays * DAY_MS)),
});
