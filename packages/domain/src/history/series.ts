import type { HistoryMetric } from '@manoboard/contract/history/history';

/** Stored columns are in the precision of the field. */
export type Column = Float64Array | Float32Array | Uint32Array;

/**
 * Statistics of one field, a column per figure and an element per bucket. The averages are weighted by time. `min` is NaN
 * in a bucket without a value.
 */
export interface Series {
  /** How long the value was known. */
  coveredMs: Column;
  min: Column;
  max: Column;
  avg: Column;
  last: Column;
  /** Set for meters only. `increase` is the count within the bucket, without resets. */
  meter?: { first: Column; increase: Column } | undefined;
}

/** Fields that count up until they are reset. */
const METERS: readonly HistoryMetric[] = ['electro_meter', 'motor_operating_hours'];
export const isMeter = (metric: HistoryMetric) => METERS.includes(metric);

export const newSeries = (metric: HistoryMetric, count: number): Series => ({
  coveredMs: new Float64Array(count),
  min: new Float64Array(count).fill(Number.NaN),
  max: new Float64Array(count),
  avg: new Float64Array(count),
  last: new Float64Array(count),
  // Present in every series: objects of one shape are faster.
  meter: isMeter(metric) ? { first: new Float64Array(count), increase: new Float64Array(count) } : undefined,
});

/** A meter that shows less than before was reset and has counted from 0 since. */
const meterIncrease = (before: number, after: number) => (after < before ? after : after - before);

export const at = (column: Column, index: number) => column[index] ?? Number.NaN;
export const hasValue = ({ min }: Series, index: number) => !Number.isNaN(at(min, index));

/** Later figures weigh by their time. Several values of one moment: the average is the last of them. */
const mergedAverage = (knownAvg: number, knownMs: number, laterAvg: number, laterMs: number) =>
  knownMs === 0 ? laterAvg : knownAvg + (laterAvg - knownAvg) * (laterMs / (knownMs + laterMs));

/**
 * Adds a value that was known for this time, which may be 0. Values must be added in the order of time. Reads columns
 * without `at`: here they are all of one type, and 14,000 values of an hour of a device are added.
 */
export function addValue(
  { coveredMs, min, max, avg, last, meter }: Series,
  index: number,
  value: number,
  ms: number,
) {
  const least = min[index] ?? Number.NaN;
  if (Number.isNaN(least)) {
    coveredMs[index] = ms;
    min[index] = max[index] = avg[index] = value;
    if (meter) {
      meter.first[index] = value;
      meter.increase[index] = 0;
    }
  } else {
    const knownMs = coveredMs[index] ?? 0;
    avg[index] = mergedAverage(avg[index] ?? 0, knownMs, value, ms);
    coveredMs[index] = knownMs + ms;
    if (value < least) min[index] = value;
    if (value > (max[index] ?? 0)) max[index] = value;
    if (meter) meter.increase[index] = (meter.increase[index] ?? 0) + meterIncrease(last[index] ?? 0, value);
  }
  last[index] = value;
}

/** The bucket that a bucket of another block is added to; none. */
export const NO_BUCKET = -1;

/**
 * Adds the figures of a later stretch of time to a bucket. Plain numbers, so that a caller needs no object for each of the
 * 60,000 stored buckets of a graph of a year.
 */
export function addFigures(
  { coveredMs, min, max, avg, last }: Series,
  index: number,
  least: number,
  most: number,
  mean: number,
  latest: number,
  laterMs: number,
) {
  const knownLeast = min[index] ?? Number.NaN;
  if (Number.isNaN(knownLeast)) {
    min[index] = least;
    max[index] = most;
    avg[index] = mean;
    coveredMs[index] = laterMs;
  } else {
    const knownMs = coveredMs[index] ?? 0;
    if (least < knownLeast) min[index] = least;
    if (most > (max[index] ?? 0)) max[index] = most;
    avg[index] = mergedAverage(avg[index] ?? 0, knownMs, mean, laterMs);
    coveredMs[index] = knownMs + laterMs;
  }
  last[index] = latest;
}

/** The count of a meter in a later stretch of time. Before `addFigures`, which changes `min` and `last` of the bucket. */
export function addCount(series: Series, index: number, first: number, increase: number) {
  const { meter, last } = series;
  if (!meter) return;
  if (hasValue(series, index))
    meter.increase[index] = at(meter.increase, index) + meterIncrease(at(last, index), first) + increase;
  else {
    meter.first[index] = first;
    meter.increase[index] = increase;
  }
}

/**
 * Adds the buckets of another series of the metric, in the order of time: `targets` has the bucket that each is added to.
 * Reads columns without `at`, as `addValue`.
 */
export function addSeries(series: Series, other: Series, targets: Int32Array) {
  for (let from = 0; from < targets.length; from++) {
    const index = targets[from] ?? NO_BUCKET;
    const least = other.min[from] ?? Number.NaN;
    if (index === NO_BUCKET || Number.isNaN(least)) continue;
    if (other.meter) addCount(series, index, at(other.meter.first, from), at(other.meter.increase, from));
    addFigures(
      series,
      index,
      least,
      other.max[from] ?? 0,
      other.avg[from] ?? 0,
      other.last[from] ?? 0,
      other.coveredMs[from] ?? 0,
    );
  }
}
