import * as z from 'zod/mini';
import { EventSeverity } from '../mqtt/event.ts';
import { AlertCode } from './alert.ts';
import { CommandOp, CommandStatus } from './command.ts';

/** Most periods of one request: three months of days. */
export const MAX_PERIODS = 93;

const start = z.string().check(z.regex(/^\d{1,10}$/, 'whole_number'));

/**
 * Starts of the counted periods, Unix seconds. Each period ends at the next start, the last one at the time of the
 * request. The caller passes them, because a day starts at midnight of the caller's time zone.
 */
export const StatisticsQuery = z.strictObject({
  start: z.union([start, z.array(start).check(z.maxLength(MAX_PERIODS, 'too_long'))]),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

/** Counts of the devices that the caller may see; of a device that changed its owner, since then (R4.3c). */
export const Statistics = z.object({
  /** Alerts raised in each period, oldest period first. */
  periods: z.array(z.object({ start: z.int(), alerts: z.record(EventSeverity, z.int()) })),
  /** All periods together, most frequent kind first; `open` are those without a resolution. */
  alerts: z.array(z.object({ code: AlertCode, raised: z.int(), open: z.int() })),
  /** Commands of all periods, without register reads. */
  commands: z.array(z.object({ op: CommandOp, status: CommandStatus, count: z.int() })),
});
export type Statistics = z.infer<typeof Statistics>;
