import { usageOfHour } from '@manoboard/domain/energy/usage-hour';
import type { HistoryFrame } from '@manoboard/domain/history/rollup';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import { deleteUsage, deleteUsageBefore, upsertUsage } from './usage.repo.ts';

const DAY_MS = 86_400_000;

interface Neighbours {
  db: Db;
  now: () => number;
  /** `RETENTION_HOUR_DAYS` */
  retentionDays: number;
}

/** Stores what devices used by hour. Called with the rollups, so a late frame corrects the hour. */
export const createUsageRecorder = ({ db, now, retentionDays }: Neighbours) => ({
  async record(tx: Db, deviceKey: DeviceKey, hourMs: number, frames: readonly HistoryFrame[]): Promise<void> {
    const usage = usageOfHour(frames, hourMs);
    if (usage) await upsertUsage(tx, deviceKey, usage);
    else await deleteUsage(tx, deviceKey, hourMs);
  },
  deleteExpired: () => deleteUsageBefore(db, new Date(now() - retentionDays * DAY_MS)),
});
