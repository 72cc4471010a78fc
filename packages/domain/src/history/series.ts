import type { HistoryMetric } from '@manoboard/contract/nouns/history';

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
  /** Of meters only. `increase` is how much it counted within the bucket, resets left out. */
  meter?: { first: Column; increase: Column };
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
  ...(isMeter(metric) && { meter: { first: new Float64Array(count), increase: new Float64Array(count) } }),
});

/** A meter that shows less than before was reset and has counted from 0 since. */
const meterIncrease = (before: number, after: number) => (after < before ? after : after - before);

export const at = (column: Column, index: number) => column[index] ?? Number.NaN;
export const hasValue = ({ min }: Series, index: number) => !Number.isNaN(at(min, index));

/** Figures that are later than those of the bucket. Several values of one moment: the average is the last of them. */
function addAverage({ coveredMs, avg }: Series, index: number, laterMs: number, laterAvg: number) {
  const knownMs = at(coveredMs, index);
  const totalMs = knownMs + laterMs;
  const knownAvg = at(avg, index);
  avg[index] = totalMs === 0 ? laterAvg : knownAvg + (laterAvg - knownAvg) * (laterMs / totalMs);
  coveredMs[index] = totalMs;
}

/** Adds a value that was known for this time, which may be 0. Values must be added in the order of time. */
export function addValue(series: Series, index: number, value: number, ms: number) {
  const { coveredMs, min, max, avg, last, meter } = series;
  if (hasValue(series, index)) {
    addAverage(series, index, ms, value);
    if (value < at(min, index)) min[index] = value;
    if (value > at(max, index)) max[index] = value;
    if (meter) meter.increase[index] = at(meter.increase, index) + meterIncrease(at(last, index), value);
  } else {
    coveredMs[index] = ms;
    min[index] = max[index] = avg[index] = value;
    if (meter) {
      meter.first[index] = value;
      meter.increase[index] = 0;
    }
  }
  last[index] = value;
}

/** Adds a bucket of another series of the field. Buckets must be added in the order of time. */
export function addBucket(series: Series, index: number, other: Series, from: number) {
  if (!hasValue(other, from)) return;
  const { coveredMs, min, max, avg, last, meter } = series;
  if (hasValue(series, index)) {
    addAverage(series, index, at(other.coveredMs, from), at(other.avg, from));
    min[index] = Math.min(at(min, index), at(other.min, from));
    max[index] = Math.max(at(max, index), at(other.max, from));
    if (meter && other.meter)
      meter.increase[index] =
        at(meter.increase, index) +
        meterIncrease(at(last, index), at(other.meter.first, from)) +
        at(other.meter.increase, from);
  } else {
    coveredMs[index] = at(other.coveredMs, from);
    min[index] = at(other.min, from);
    max[index] = at(other.max, from);
    avg[index] = at(other.avg, from);
    if (meter && other.meter) {
      meter.first[index] = at(other.meter.first, from);
      meter.increase[index] = at(other.meter.increase, from);
    }
  }
  last[index] = at(other.last, from);
}
