import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';
import type { Night } from './rules/memory.ts';
import { judgeNights, type SkippedHours } from './rules/night.ts';

/** Local hour of the notices: the night of the leak rule is over, and people get up. */
const NOTICE_HOUR = 6;
const MONDAY = 1;

export const isNoticeHour = (localMs: number) => new Date(localMs).getUTCHours() === NOTICE_HOUR;
/** The notices of this day include the summary of the week. */
export const isSummaryDay = (localMs: number) => new Date(localMs).getUTCDay() === MONDAY;

export interface SuspectedLeak {
  /** Minutes between regular starts; 0 without a rhythm. */
  minutes: number;
  lpm?: number;
}

/** The night that has just ended looks like a leak, and the one before does not: one night is a suspicion, no alert. */
export function suspectedLeak(
  nights: readonly Night[],
  skipped: SkippedHours,
  card: PumpValues,
  localMs: number,
): SuspectedLeak | undefined {
  if (nights.at(-1)?.day !== Math.floor(localMs / DAY_MS)) return undefined;
  const { leak } = judgeNights(nights, skipped, card);
  if (leak?.nights !== 1) return undefined;
  return {
    minutes: Math.round(leak.intervalS / 60),
    ...(leak.lpm !== undefined && { lpm: Math.round(100 * leak.lpm) / 100 }),
  };
}

/** Averages of an hour; an absent one is unknown. */
export interface WeekHour {
  seenMs: number;
  rssiDbm?: number | undefined;
  frequencyHz?: number | undefined;
  pressureBar?: number | undefined;
  requiredBar?: number | undefined;
}

/** Hours of weak Wi-Fi and of a pump at full speed below its pressure, and minutes of short silences. */
export interface WeekSummary {
  wifi_h: number;
  offline_min: number;
  short_h: number;
}

const WEAK_DBM = -80;
/** A longer silence within an hour is an outage that has, or may have, its own alert. */
const SHORT_MS = 30 * MINUTE_MS;
/** A board that is restarted or updated is silent for less. */
const LEAST_SILENCE_MS = MINUTE_MS;
const FULL = { hz: 49, missingBar: 0.5 };
/** Less than this of a week is not worth a line. */
const LEAST = { wifi_h: 5, offline_min: 15, short_h: 1 };

const isShortOfWater = ({ frequencyHz, pressureBar, requiredBar }: WeekHour) =>
  frequencyHz !== undefined &&
  pressureBar !== undefined &&
  requiredBar !== undefined &&
  frequencyHz >= FULL.hz &&
  pressureBar < requiredBar - FULL.missingBar;

/** What alerts of the device have told already; the line leaves it to them. */
export interface ToldByAlerts {
  /** An alert about Wi-Fi is open. */
  hasWifiAlert: boolean;
  /** Silences from this length on have alerts: half an hour, or less for a pump that matters. */
  offlineAfterMs: number;
}

/** The weekly line about problems too small for an alert; undefined without any. */
export function weekSummary(
  hours: readonly WeekHour[],
  { hasWifiAlert, offlineAfterMs }: ToldByAlerts,
): WeekSummary | undefined {
  const longestMs = Math.min(SHORT_MS, offlineAfterMs);
  const silencesMs = hours
    .map(({ seenMs }) => HOUR_MS - seenMs)
    .filter((ms) => ms > LEAST_SILENCE_MS && ms < longestMs);
  const found: WeekSummary = {
    wifi_h: hasWifiAlert ? 0 : hours.filter(({ rssiDbm = 0 }) => rssiDbm < WEAK_DBM).length,
    offline_min: Math.round(silencesMs.reduce((sum, ms) => sum + ms, 0) / MINUTE_MS),
    short_h: hours.filter(isShortOfWater).length,
  };
  const worth = (name: keyof WeekSummary) => (found[name] >= LEAST[name] ? found[name] : 0);
  const summary = { wifi_h: worth('wifi_h'), offline_min: worth('offline_min'), short_h: worth('short_h') };
  return Object.values(summary).some((value) => value > 0) ? summary : undefined;
}
