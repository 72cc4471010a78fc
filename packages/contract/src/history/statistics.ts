import * as z from 'zod/mini';
import { AlertCode } from '../alert/alert.ts';
import { CommandOp, CommandStatus } from '../command/command.ts';
import { listOf, TimeText } from '../http/query.ts';
import { EventSeverity } from '../mqtt/event.ts';
import { DeviceId, LocalizedText } from '../text.ts';

/** Most periods of one request: three months of days. */
export const MAX_PERIODS = 93;

/**
 * Starts of the counted periods. Each period ends at the next start, the last one at the time of the
 * request. The caller passes them, because a day starts at midnight of the caller's time zone.
 */
const starts = listOf(TimeText, MAX_PERIODS);
export const StatisticsQuery = z.strictObject({ start: starts });
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

/** Counts of the devices that the caller may see; of a device that changed its owner, since then (R4.3c). */
export const Statistics = z.object({
  /** Alerts raised in each period, oldest period first. */
  periods: z.array(z.object({ start: z.int(), alerts: z.record(EventSeverity, z.int()) })),
  /** All periods together, most frequent kind first; `open` are those without a resolution. */
  alerts: z.array(z.object({ code: AlertCode, titles: LocalizedText, raised: z.int(), open: z.int() })),
  /** Commands of all periods, without register reads. */
  commands: z.array(z.object({ op: CommandOp, status: CommandStatus, count: z.int() })),
});
export type Statistics = z.infer<typeof Statistics>;

/** Devices of one request. */
export const MAX_USAGE_DEVICES = 100;

export const UsageStatisticsQuery = z.strictObject({
  start: starts,
  device_id: listOf(DeviceId, MAX_USAGE_DEVICES),
});
export type UsageStatisticsQuery = z.infer<typeof UsageStatisticsQuery>;

const maybe = z.nullable(z.number());
/** Figures of one or several devices. Null is unknown, never 0. */
export const UsageFigures = z.object({
  kwh: maybe,
  running_h: maybe,
  starts: maybe,
  /** Average pressure while running. */
  bar: maybe,
  /** The share of the recorded time in which the board sent frames. */
  online: maybe,
  /** Alerts of the severity `alarm`. */
  alarms: z.int(),
});
export type UsageFigures = z.infer<typeof UsageFigures>;

/** Usage of the named devices that the caller may see, in total and each; from the last change of owner on. */
export const UsageStatistics = z.object({
  /** Measurements are counted up to this time, Unix seconds; alerts up to the request. */
  to: z.int(),
  total: UsageFigures,
  /** Oldest first. */
  periods: z.array(z.extend(UsageFigures, { start: z.int() })),
  devices: z.array(z.extend(UsageFigures, { id_dev: DeviceId })),
});
export type UsageStatistics = z.infer<typeof UsageStatistics>;
