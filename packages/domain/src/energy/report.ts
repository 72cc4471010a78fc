import { HOUR_MS } from '../time.ts';
import type { Zone } from '../time-zone.ts';

/** The last hours of a month are rolled up and late frames have arrived. */
const REPORT_HOUR = 6;

/** The first day of the month whose report is due, as a UTC date: the last one that ended before 6:00 of today. */
export function dueMonth(zone: Zone, nowMs: number): Date {
  const date = new Date(zone.wallOf(nowMs) - REPORT_HOUR * HOUR_MS);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1));
}
