import type { LastData } from '@manoboard/contract/device/device';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { History, HistoryMetric, HistorySeries } from '@manoboard/contract/history/history';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { estimateFlow } from '@manoboard/domain/pump/flow-estimate';
import { motorLoad } from '@manoboard/domain/pump/motor-load';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';

/** `null` breaks the line; `undefined` has no value of its own and the line goes on. */
export type Values = (number | null | undefined)[];
export type Gap = HistorySeries['gaps'][number];

/** The lines of one panel over the moments `x`, the middles of the buckets. */
export interface Lines {
  x: number[];
  avg: Values;
  min: Values;
  max: Values;
  gaps: readonly Gap[];
  /** The length of a bucket. */
  stepS: number;
  /** End of the server's answer. */
  endS: number;
  /** Number of points that are buckets of the answer; live frames follow. */
  stored: number;
}

export const NO_LINES: Lines = {
  x: [],
  avg: [],
  min: [],
  max: [],
  gaps: [],
  stepS: 1,
  endS: 0,
  stored: 0,
};

/** Three points for each pixel of a wide screen. More of them take time and show nothing. */
const MOST_POINTS = 4096;

type Column = 'avg' | 'min' | 'max';
const COMBINE: Record<Column, (a: number, b: number) => number> = {
  avg: (a, b) => a + b,
  min: Math.min,
  max: Math.max,
};

/**
 * One value for each `size` buckets, in one pass. A board that sends seldom leaves buckets without a value that are not
 * in a gap: the line goes on there, and breaks in a gap.
 */
function columnOf(series: HistorySeries, column: Column, t: readonly number[], size: number): Values {
  const { gaps, [column]: values } = series;
  const combine = COMBINE[column];
  const all: Values = [];
  let next = 0;
  const isInGap = (atS: number) => {
    while (next < gaps.length && (gaps[next]?.to ?? 0) <= atS) next += 1;
    return (gaps[next]?.from ?? Number.POSITIVE_INFINITY) <= atS;
  };
  for (let start = 0; start < values.length; start += size) {
    const end = Math.min(start + size, values.length);
    let [combined, known, isBroken] = [0, 0, false];
    for (let index = start; index < end; index++) {
      const value = values[index] ?? null;
      if (value === null) isBroken ||= isInGap(t[index] ?? 0);
      else {
        combined = known === 0 ? value : combine(combined, value);
        known += 1;
      }
    }
    if (known === 0) all.push(isBroken ? null : undefined);
    else all.push(column === 'avg' ? combined / known : combined);
  }
  return all;
}

export function linesOf(history: History | undefined, metric: HistoryMetric): Lines {
  const series = history?.series[metric];
  if (!history || !series) return NO_LINES;
  const { t, to } = history;
  const size = Math.max(1, Math.ceil(t.length / MOST_POINTS));
  const step_s = history.step_s * size;
  const starts = size > 1 ? t.filter((_, at) => at % size === 0) : t;
  return {
    // The last bucket may end later than the range: its values are of the part before.
    x: starts.map((atS) => (atS + Math.max(atS, Math.min(atS + step_s, to))) / 2),
    avg: columnOf(series, 'avg', t, size),
    min: columnOf(series, 'min', t, size),
    max: columnOf(series, 'max', t, size),
    gaps: series.gaps,
    stepS: step_s,
    endS: to,
    stored: starts.length,
  };
}

/** A value that a frame repeats this long after its measurement is no longer confirmed (decision 25). */
const CONFIRMED_S = 90;

function confirmedValue(frame: LastData, field: ReadingField): number | null {
  const measuredS = fieldTime(frame, field);
  const value = frame.data[field];
  const isConfirmed = measuredS !== null && (frame.ts ?? 0) - measuredS <= CONFIRMED_S;
  return isConfirmed && value !== null && value !== undefined ? value : null;
}

/** The pump card is needed for the flow only. */
function liveValue(frame: LastData, metric: HistoryMetric, card: PumpValues | undefined): number | null {
  if (metric !== 'load' && metric !== 'flow' && metric !== 'flow_error') return confirmedValue(frame, metric);
  const kw = confirmedValue(frame, 'motor_power');
  const speed = confirmedValue(frame, metric === 'load' ? 'motor_rpm' : 'frequency_fc');
  if (kw === null || speed === null) return null;
  if (metric === 'load') return motorLoad(kw, speed) ?? null;
  const estimate = card && estimateFlow(card, { frequencyHz: speed, powerW: 1000 * kw });
  return estimate?.[metric === 'flow' ? 'lpm' : 'errorLpm'] ?? null;
}

/** Live frames up to this time before the answer are added: the server may have stored them after it. */
const LATE_S = 15;

/** The values of the frames of one bucket; the newest bucket ends with the newest value. */
function bucketOf(values: readonly (number | null)[], x: number, isNewest: boolean) {
  const known = values.filter((value) => value !== null);
  const average = known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
  return {
    x,
    avg: isNewest ? (values.at(-1) ?? null) : average,
    min: known.length > 0 ? Math.min(...known) : null,
    max: known.length > 0 ? Math.max(...known) : null,
  };
}

/** Adds the frames that arrived since the answer of the server, in buckets of its length: the last one ends now. */
export function withTail(
  lines: Lines,
  frames: readonly LastData[],
  metric: HistoryMetric,
  card?: PumpValues,
): Lines {
  const { stepS, endS } = lines;
  const lastS = lines.x.at(-1);
  if (lastS === undefined) return lines;
  const news = frames.filter(({ ts }) => ts !== null && ts > lastS && ts > endS - LATE_S);
  if (news.length === 0) return lines;
  const buckets = [...Map.groupBy(news, ({ ts }) => Math.floor(((ts ?? 0) - endS) / stepS)).values()];
  const tail = buckets.map((each, at) => {
    const values = each.map((frame) => liveValue(frame, metric, card));
    return bucketOf(values, each.at(-1)?.ts ?? 0, at === buckets.length - 1);
  });
  return {
    ...lines,
    x: [...lines.x, ...tail.map(({ x }) => x)],
    avg: [...lines.avg, ...tail.map(({ avg }) => avg)],
    min: [...lines.min, ...tail.map(({ min }) => min)],
    max: [...lines.max, ...tail.map(({ max }) => max)],
  };
}

/** The averages of another range, moved by `byS` onto the moments `x`. */
export function movedOnto(x: readonly number[], other: Lines, byS: number): Values {
  const [first = 0] = other.x;
  return x.map((atS) => other.avg[Math.round((atS - byS - first) / other.stepS)] ?? null);
}

/** Index of the moment nearest to `atS`; undefined without moments. */
export function nearest(x: readonly number[], atS: number): number | undefined {
  if (x.length === 0) return undefined;
  let low = 0;
  let high = x.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((x[middle] ?? 0) <= atS) low = middle;
    else high = middle;
  }
  return Math.abs((x[low] ?? 0) - atS) <= Math.abs((x[high] ?? 0) - atS) ? low : high;
}

export interface Summary {
  least: number;
  most: number;
  average: number;
  /** The newest value and its time. */
  last: number;
  lastS: number;
}

/** Index of the first moment that is not before `atS`. */
function firstFrom(x: readonly number[], atS: number): number {
  let [low, high] = [0, x.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((x[middle] ?? 0) < atS) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Summary of the values within the bounds; undefined without one. Runs at each step of a gesture. Live frames count for
 * the average only where there is no bucket: a second of them would weigh as much as hours of a year.
 */
export function summaryOf(
  { x, avg, min, max, stored }: Pick<Lines, 'x' | 'avg' | 'min' | 'max' | 'stored'>,
  fromS: number,
  toS: number,
): Summary | undefined {
  let [least, most, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  let newest = -1;
  for (let index = firstFrom(x, fromS); index < x.length && (x[index] ?? 0) <= toS; index++) {
    const value = avg[index];
    if (value === null || value === undefined) continue;
    least = Math.min(least, min[index] ?? value);
    most = Math.max(most, max[index] ?? value);
    newest = index;
    if (index >= stored && count > 0) continue;
    sum += value;
    count += 1;
  }
  if (count === 0) return undefined;
  return { least, most, average: sum / count, last: avg[newest] ?? 0, lastS: x[newest] ?? 0 };
}

/** The least and most value of a bucket. */
export const extremesAt = ({ min, max }: Pick<Lines, 'min' | 'max'>, index: number): [number, number] => [
  min[index] ?? 0,
  max[index] ?? 0,
];

/** The extremes of a bucket in which the pump was both on and off, where an average is misleading. */
export function switchedBetween(
  lines: Pick<Lines, 'min' | 'max'>,
  index: number,
): [number, number] | undefined {
  const [least, most] = extremesAt(lines, index);
  return most > 0 && least <= 0.05 * most ? [least, most] : undefined;
}
