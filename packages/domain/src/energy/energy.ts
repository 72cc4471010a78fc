import { HOUR_MS } from '../time.ts';
import type { Zone } from '../time-zone.ts';
import { meterUse } from './meter.ts';
import { hourOf, type Span, weekdayOf } from './period.ts';
import { costOf, type Tariff } from './tariff.ts';
import type { UsageHour } from './usage-hour.ts';

/** A longer time between two values of the meter is a gap: its energy is known, but not when it was used. */
const GAP_MS = 150_000;

/** Sums of a span. */
export interface Usage {
  /** Whether the meter was known before and after some of the span. */
  hasMeter: boolean;
  kwh: number;
  lowKwh: number;
  /** The part of `kwh` that was used during gaps. */
  gapKwh: number;
  knownMs: number;
  runningMs: number;
  starts: number;
  barMs: number;
  pressureMs: number;
}

const newUsage = (): Usage => ({
  hasMeter: false,
  kwh: 0,
  lowKwh: 0,
  gapKwh: 0,
  knownMs: 0,
  runningMs: 0,
  starts: 0,
  barMs: 0,
  pressureMs: 0,
});

const SUMS = [
  ...(['kwh', 'lowKwh', 'gapKwh', 'knownMs', 'runningMs', 'starts'] as const),
  ...(['barMs', 'pressureMs'] as const),
];

/** How many of the sorted items have a time up to `ms`. */
function countUpTo<Item>(items: readonly Item[], timeOf: (item: Item) => number, ms: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

const same = (ms: number) => ms;
/** The bucket of a moment. */
const indexAt = ({ starts, toMs }: { starts: readonly number[]; toMs: number }, ms: number) =>
  ms >= toMs ? -1 : countUpTo(starts, same, ms) - 1;

/** The hours of a span, with the nearest ones before and after it that know the meter: a gap may reach over its ends. */
function hoursNear(hours: readonly UsageHour[], fromMs: number, toMs: number): readonly UsageHour[] {
  const hourOf = ({ hourMs }: UsageHour) => hourMs;
  let first = countUpTo(hours, hourOf, fromMs - 1) - 1;
  while (first > 0 && !hours[first]?.meter) first -= 1;
  let end = countUpTo(hours, hourOf, toMs - 1) + 1;
  while (end < hours.length && !hours[end - 1]?.meter) end += 1;
  return hours.slice(Math.max(0, first), end);
}

/** Calls `visit` with the part of a span in each UTC hour. A span without length is one part. */
function eachHour({ fromMs, toMs }: Span, visit: (atMs: number, share: number) => void) {
  if (toMs <= fromMs) return visit(fromMs, 1);
  for (let at = fromMs; at < toMs; ) {
    const next = Math.min(toMs, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    visit(at, (next - at) / (toMs - fromMs));
    at = next;
  }
}

/**
 * Sums of consecutive buckets. Hours must be sorted and without doubles; an hour is in the bucket in which it starts.
 * Energy of a gap is spread evenly over it, so that the total is that of the meter.
 */
export function sumUsage(
  hours: readonly UsageHour[],
  buckets: { starts: readonly number[]; toMs: number },
  isLow: (ms: number) => boolean,
): Usage[] {
  const sums = buckets.starts.map(newUsage);
  const addEnergy = (atMs: number, kwh: number, isGap: boolean) => {
    const sum = sums[indexAt(buckets, atMs)];
    if (!sum) return;
    sum.hasMeter = true;
    sum.kwh += kwh;
    if (isLow(atMs)) sum.lowKwh += kwh;
    if (isGap) sum.gapKwh += kwh;
  };
  let last: UsageHour['meter'];
  let wasRunning: boolean | undefined;
  for (const hour of hoursNear(hours, buckets.starts[0] ?? 0, buckets.toMs)) {
    const { hourMs, meter, pressureMs } = hour;
    if (meter) {
      const before = last;
      if (before) {
        const span = { fromMs: before.lastMs, toMs: meter.firstMs };
        const use = meterUse(before.lastKwh, meter.firstKwh, span.toMs - span.fromMs);
        if (span.toMs - span.fromMs > GAP_MS)
          eachHour(span, (atMs, share) => addEnergy(atMs, use * share, true));
        else addEnergy(hourMs, use, false);
      }
      // A single value has counted nothing.
      if (meter.lastMs > meter.firstMs) addEnergy(hourMs, meter.useKwh, false);
      last = meter;
    }
    const sum = sums[indexAt(buckets, hourMs)];
    if (sum) {
      sum.knownMs += hour.knownMs;
      sum.runningMs += hour.runningMs;
      sum.starts += hour.starts + (wasRunning === false && hour.wasRunning?.first ? 1 : 0);
      sum.barMs += hour.pressureBar * pressureMs;
      sum.pressureMs += pressureMs;
    }
    wasRunning = hour.wasRunning?.last ?? wasRunning;
  }
  return sums;
}

/** The sums of consecutive buckets together. */
export function totalOf(usages: readonly Usage[]): Usage {
  const total = newUsage();
  for (const usage of usages) {
    total.hasMeter ||= usage.hasMeter;
    for (const name of SUMS) total[name] += usage[name];
  }
  return total;
}

/** What a span shows. Null is unknown, never 0. */
export interface EnergyFigures {
  kwh: number | null;
  low_kwh: number | null;
  running_h: number | null;
  starts: number | null;
  /** Average pressure while running. */
  bar: number | null;
  /** Specific energy: kWh per running hour, of measured times. */
  kwh_per_h: number | null;
  cost: number | null;
  co2_kg: number | null;
  /** The share of the elapsed time that was measured, 0 to 1. */
  measured: number;
}

/** A few starts say nothing about the specific energy: the meter counts in steps of 0.1 kWh. */
const SPECIFIC_MIN_MS = HOUR_MS / 4;
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

function specificEnergy({ hasMeter, kwh, gapKwh, runningMs }: Usage): number | null {
  return hasMeter && runningMs >= SPECIFIC_MIN_MS ? rounded(((kwh - gapKwh) * HOUR_MS) / runningMs) : null;
}

/** `elapsedMs`: how much of the span is over. */
export function figuresOf(
  usage: Usage,
  elapsedMs: number,
  tariff: Tariff & { co2_g: number },
): EnergyFigures {
  const { hasMeter, kwh, lowKwh, knownMs, runningMs, barMs, pressureMs } = usage;
  const isKnown = knownMs > 0;
  const cost = hasMeter ? costOf(tariff, kwh, lowKwh) : null;
  return {
    kwh: hasMeter ? rounded(kwh) : null,
    low_kwh: hasMeter ? rounded(lowKwh) : null,
    running_h: isKnown ? rounded(runningMs / HOUR_MS) : null,
    starts: isKnown ? usage.starts : null,
    bar: pressureMs > 0 ? rounded(barMs / pressureMs) : null,
    kwh_per_h: specificEnergy(usage),
    cost: cost === null ? null : rounded(cost),
    co2_kg: hasMeter ? rounded((kwh * tariff.co2_g) / 1000) : null,
    measured: elapsedMs > 0 ? Math.min(1, rounded(knownMs / elapsedMs)) : 0,
  };
}

/** Minutes of running per hour, by weekday (Monday first) and hour: 168 values. Null where nothing was measured. */
export function heatOf(hours: readonly UsageHour[], { fromMs, toMs }: Span, zone: Zone): (number | null)[] {
  const cells = Array.from({ length: 168 }, () => ({ knownMs: 0, runningMs: 0 }));
  for (const { hourMs, knownMs, runningMs } of hours) {
    if (hourMs < fromMs || hourMs >= toMs) continue;
    const wallMs = zone.wallOf(hourMs);
    const cell = cells[weekdayOf(wallMs) * 24 + hourOf(wallMs)];
    if (!cell) continue;
    cell.knownMs += knownMs;
    cell.runningMs += runningMs;
  }
  return cells.map(({ knownMs, runningMs }) =>
    knownMs > 0 ? Math.round((runningMs / knownMs) * 600) / 10 : null,
  );
}

/** Days that the band needs. */
const BAND_DAYS = 14;

/** The usual specific energy of a device: between the 10th and 90th percentile of its days. */
export function specificBand(days: readonly Usage[]): { low: number; high: number } | null {
  const values = days
    .map(specificEnergy)
    .filter((value) => value !== null)
    .sort((a, b) => a - b);
  if (values.length < BAND_DAYS) return null;
  const at = (share: number) => values[Math.round((values.length - 1) * share)] ?? 0;
  return { low: at(0.1), high: at(0.9) };
}
