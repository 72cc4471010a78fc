import type { UsageStatistics, UsageStatisticsQuery } from '@manoboard/contract/history/statistics';
import { sumUsage } from '@manoboard/domain/energy/energy';
import type { UsageHour } from '@manoboard/domain/energy/usage-hour';
import { LEVELS, REACH_MS } from '@manoboard/domain/history/blocks';
import {
  addUsage,
  elapsedOf,
  type PeriodUsage,
  sumOnline,
  usageFigures,
} from '@manoboard/domain/statistics/usage-figures';
import { DAY_MS } from '@manoboard/domain/time';
import { createPace, type Pace } from '../../../base/turns.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { SessionUser } from '../../../http/session.ts';
import { mapFirstHours, mapUsage } from '../energy/usage.repo.ts';
import { findProgressMs, mapSeenHours } from '../history.repo.ts';
import { type AlarmCount, type CountedDevice, countAlarms, listCounted } from './statistics.repo.ts';
import { readStarts, spanOf } from './statistics.service.ts';

const { bucketMs: HOUR_MS } = LEVELS.hour;
/** Days of all devices that are read at once: other requests are served in between. */
const DAYS_AT_ONCE = 300;

interface Needs extends Pick<Core, 'now'> {
  db: Db;
}

/** R4.3c: values of a former tenure reach into the next hour, so the first whole hour after that is the first one. */
const firstVisibleMs = ({ since }: CountedDevice) =>
  since === null ? 0 : Math.ceil((since.getTime() + REACH_MS) / HOUR_MS) * HOUR_MS;

const isNeverLow = () => false;

/** The alarms of each period, by device. */
function byDevice(counts: readonly AlarmCount[]) {
  const alarms = Map.groupBy(counts, ({ deviceKey }) => deviceKey);
  return (deviceKey: DeviceKey, periods: number): number[] => {
    const ofPeriod = new Map(alarms.get(deviceKey)?.map(({ period, count }) => [period, count]));
    return Array.from({ length: periods }, (_, at) => ofPeriod.get(at + 1) ?? 0);
  };
}

interface Stored {
  /** Undefined without an hour. */
  firstMs: number | undefined;
  usage: readonly UsageHour[];
  seen: readonly { hourMs: number; seenMs: number }[];
}

function periodsOf(stored: Stored, visibleMs: number, starts: readonly number[], toMs: number) {
  const hours = stored.usage.filter(({ hourMs }) => hourMs >= visibleMs && hourMs < toMs);
  const recorded = { starts, fromMs: stored.firstMs ?? toMs, toMs };
  const online = sumOnline(stored.seen, recorded);
  const elapsed = elapsedOf(recorded);
  return sumUsage(hours, { starts, toMs }, isNeverLow).map((sum, at) => ({
    ...sum,
    onlineMs: online[at] ?? 0,
    elapsedMs: elapsed[at] ?? 0,
  }));
}

/** Most hours that an answer reads: its cost in the read budget of the user. */
export function usageHoursRead(
  { start, device_id }: UsageStatisticsQuery,
  nowMs: number,
  retentionDays: number,
): number {
  const fromMs = Math.max(Math.min(...start) * 1000, nowMs - retentionDays * DAY_MS);
  return Math.ceil(Math.max(0, nowMs - fromMs) / HOUR_MS) * device_id.length;
}

/** R2.1: what devices did by period, from stored hours; the hours after them are left out and `to` names their start. Reader threads run it. */
export function createUsageStatistics({ db, now }: Needs) {
  async function readStored(devices: readonly CountedDevice[], fromMs: number, toMs: number) {
    const spansFrom = (leastMs: number) =>
      devices.map((device) => ({
        deviceKey: device.deviceKey,
        fromMs: Math.max(leastMs, firstVisibleMs(device)),
        toMs,
      }));
    const first = await mapFirstHours(db, spansFrom(0));
    const usage = await mapUsage(db, spansFrom(fromMs));
    const keys = devices.map(({ deviceKey }) => deviceKey);
    const seen = await mapSeenHours(db, keys, fromMs, toMs);
    return (deviceKey: DeviceKey): Stored => ({
      firstMs: first.get(deviceKey),
      usage: usage.get(deviceKey) ?? [],
      seen: seen.get(deviceKey) ?? [],
    });
  }

  async function readDevices(
    devices: readonly CountedDevice[],
    starts: readonly number[],
    toMs: number,
    pace: Pace,
  ) {
    const fromMs = starts[0] ?? toMs;
    const atOnce = Math.max(1, Math.floor((DAYS_AT_ONCE * DAY_MS) / Math.max(DAY_MS, toMs - fromMs)));
    const rows: { device: CountedDevice; periods: Omit<PeriodUsage, 'alarms'>[] }[] = [];
    for (let at = 0; at < devices.length; at += atOnce) {
      const batch = devices.slice(at, at + atOnce);
      const storedOf = await readStored(batch, fromMs, toMs);
      for (const device of batch) {
        const stored = storedOf(device.deviceKey);
        rows.push({ device, periods: periodsOf(stored, firstVisibleMs(device), starts, toMs) });
        await pace();
      }
    }
    return rows;
  }

  return {
    async read(
      user: SessionUser,
      query: UsageStatisticsQuery,
      pace: Pace = createPace(),
    ): Promise<UsageStatistics> {
      const startsS = readStarts(query);
      const starts = startsS.map((seconds) => seconds * 1000);
      const span = spanOf(user, startsS, now());
      const toMs = Math.min(now(), await findProgressMs(db));
      const devices = await listCounted(db, span, query.device_id);
      const keys = devices.map(({ deviceKey }) => deviceKey);
      const alarmsOf = byDevice(await countAlarms(db, span, keys));
      const rows = (await readDevices(devices, starts, toMs, pace)).map(({ device, periods }) => {
        const counts = alarmsOf(device.deviceKey, starts.length);
        return {
          id_dev: device.deviceId,
          periods: periods.map((usage, at): PeriodUsage => ({ ...usage, alarms: counts[at] ?? 0 })),
        };
      });
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
