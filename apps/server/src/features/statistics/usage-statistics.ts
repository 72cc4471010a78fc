import type { UsageStatistics, UsageStatisticsQuery } from '@manoboard/contract/nouns/statistics';
import { sumUsage } from '@manoboard/domain/energy/energy';
import type { UsageHour } from '@manoboard/domain/energy/usage-hour';
import { LEVELS, REACH_MS } from '@manoboard/domain/history/blocks';
import type { Block } from '@manoboard/domain/history/rollup';
import {
  addUsage,
  elapsedOf,
  type PeriodUsage,
  sumOnline,
  usageFigures,
} from '@manoboard/domain/statistics/usage-figures';
import type { Db } from '../../db/db.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { SessionUser } from '../../http/session.ts';
import { type AlarmCount, type CountedDevice, countAlarms, listCounted } from './statistics.repo.ts';
import { readStarts, spanOf } from './statistics.service.ts';

const { bucketMs: HOUR_MS } = LEVELS.hour;

interface Neighbours {
  /** Connections for long lists. */
  db: Db;
  now: () => number;
  /** Stored hours of a device near a span, sorted. */
  listUsage: (db: Db, deviceKey: DeviceKey, fromMs: number, toMs: number) => Promise<UsageHour[]>;
  /** The first stored hour of a device from this time on. */
  findFirstHourMs: (db: Db, deviceKey: DeviceKey, fromMs: number) => Promise<number | undefined>;
  /** Days of hours of a device that overlap a span, sorted. */
  listDays: (
    db: Db,
    deviceKey: DeviceKey,
    fromMs: number,
    toMs: number,
  ) => Promise<{ startMs: number; block: Block }[]>;
  /** Hours before this time are stored. */
  findRolledUpMs: (db: Db) => Promise<number>;
}

/** R4.3c: values of a former tenure reach into the next hour, so the first whole hour after that is the first one. */
const firstVisibleMs = ({ since }: CountedDevice) =>
  since === null ? 0 : Math.ceil((since.getTime() + REACH_MS) / HOUR_MS) * HOUR_MS;

const isNeverLow = () => false;

/** R2.1: what devices did by period, from stored hours; the hours after them are left out and `to` names their start. */
export function createUsageStatistics(neighbours: Neighbours) {
  const { db, now, listUsage, findFirstHourMs, listDays, findRolledUpMs } = neighbours;

  async function readPeriods(
    device: CountedDevice,
    starts: readonly number[],
    toMs: number,
    alarms: number[],
  ) {
    const { deviceKey } = device;
    const visibleMs = firstVisibleMs(device);
    const firstMs = (await findFirstHourMs(db, deviceKey, visibleMs)) ?? toMs;
    const readFromMs = Math.max(starts[0] ?? toMs, visibleMs);
    const stored = await listUsage(db, deviceKey, readFromMs, toMs);
    const hours = stored.filter(({ hourMs }) => hourMs >= visibleMs && hourMs < toMs);
    const usage = sumUsage(hours, { starts, toMs }, isNeverLow);
    const recorded = { starts, fromMs: firstMs, toMs };
    const seen = (await listDays(db, deviceKey, readFromMs, toMs)).flatMap(({ startMs, block }) =>
      Array.from(block.seenMs, (seenMs, hour) => ({ hourMs: startMs + hour * HOUR_MS, seenMs })),
    );
    const online = sumOnline(seen, recorded);
    const elapsed = elapsedOf(recorded);
    return usage.map(
      (sum, at): PeriodUsage => ({
        ...sum,
        onlineMs: online[at] ?? 0,
        elapsedMs: elapsed[at] ?? 0,
        alarms: alarms[at] ?? 0,
      }),
    );
  }

  const alarmsOf = (deviceKey: DeviceKey, counts: readonly AlarmCount[], periods: number) =>
    Array.from(
      { length: periods },
      (_, at) => counts.find((row) => row.deviceKey === deviceKey && row.period === at + 1)?.count ?? 0,
    );

  return {
    async read(user: SessionUser, query: UsageStatisticsQuery): Promise<UsageStatistics> {
      const startsS = readStarts(query);
      const starts = startsS.map((seconds) => seconds * 1000);
      const span = spanOf(user, startsS, now());
      const toMs = Math.min(now(), await findRolledUpMs(db));
      const devices = await listCounted(db, span, [query.device_id].flat());
      const alarms = await countAlarms(
        db,
        span,
        devices.map(({ deviceKey }) => deviceKey),
      );
      const rows: { id_dev: string; periods: PeriodUsage[] }[] = [];
      // One after the other: other requests are served between two devices.
      for (const device of devices) {
        const counts = alarmsOf(device.deviceKey, alarms, starts.length);
        rows.push({ id_dev: device.deviceId, periods: await readPeriods(device, starts, toMs, counts) });
      }
      const periods = starts.map((_, at) => addUsage(rows.flatMap((row) => row.periods[at] ?? [])));
      return {
        to: Math.floor(toMs / 1000),
        total: usageFigures(addUsage(periods)),
        periods: periods.map((usage, at) => ({ start: startsS[at] ?? 0, ...usageFigures(usage) })),
        devices: rows.map((row) => ({ id_dev: row.id_dev, ...usageFigures(addUsage(row.periods)) })),
      };
    },
  };
}
export type UsageStatisticsReader = ReturnType<typeof createUsageStatistics>;
