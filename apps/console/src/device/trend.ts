import type { LastData } from '@manoboard/contract/device/device';
import type { History, HistorySeries } from '@manoboard/contract/history/history';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';
import type { SparkPoint } from '../ui/sparkline.tsx';

/** A value at a time, with the extremes of its bucket. */
interface TrendPoint {
  t: number;
  value: number;
  low: number;
  high: number;
}

interface Buckets extends Pick<HistorySeries, 'min' | 'max' | 'avg'> {
  /** Starts of the buckets, Unix seconds. */
  t: readonly number[];
  step_s: number;
  /** Buckets without a value that are in no gap do not break the line: the board sends seldom. */
  gaps: readonly { from: number; to: number }[];
}

/** The newest measurement of a field. */
export function newestOf(frame: LastData | undefined, field: ReadingField) {
  const value = frame?.data[field];
  const t = frame ? fieldTime(frame, field) : null;
  return t === null || value === null || value === undefined ? undefined : { t, value };
}

/** One line for each stretch without a gap. The newest measurement extends the last one. */
export function linesOf(
  { t, step_s, min, max, avg, gaps }: Buckets,
  newest?: { t: number; value: number },
): TrendPoint[][] {
  const lines: TrendPoint[][] = [];
  let line: TrendPoint[] | undefined;
  t.forEach((start, index) => {
    const value = avg[index];
    if (value === null || value === undefined) {
      if (gaps.some(({ from, to }) => start >= from && start < to)) line = undefined;
      return;
    }
    const point = { t: start, value, low: min[index] ?? value, high: max[index] ?? value };
    if (line) line.push(point);
    else {
      line = [point];
      lines.push(line);
    }
  });
  const last = lines.at(-1)?.at(-1);
  if (last && newest && newest.t > last.t && newest.t - last.t < 2 * step_s)
    lines.at(-1)?.push({ ...newest, low: newest.value, high: newest.value });
  return lines.map((points) => {
    const [only, second] = points;
    return only && !second ? [only, { ...only, t: only.t + step_s }] : points;
  });
}

interface Scale {
  from: number;
  to: number;
  low: number;
  high: number;
}

const within = (share: number) => Math.min(1, Math.max(0, share));

/** Places on a sparkline; values beyond the scale are at its edge. */
export const placeLines = (
  lines: readonly TrendPoint[][],
  { from, to, low, high }: Scale,
): SparkPoint[][] => {
  const place = (value: number) => within((value - low) / (high - low));
  return lines.map((line) =>
    line.map((point) => ({
      x: within((point.t - from) / (to - from)),
      y: place(point.value),
      low: place(point.low),
      high: place(point.high),
    })),
  );
};

/** R4.6: the lines of one field over the range of a history. `leastSpan` keeps the noise of a steady value small. */
export function trendOf(
  { t, step_s, series }: History,
  field: ReadingField,
  newest: LastData | undefined,
  leastSpan: number,
): SparkPoint[][] {
  const values = series[field];
  const live = newestOf(newest, field);
  const lines = values ? linesOf({ t, step_s, ...values }, live) : [];
  const points = lines.flat();
  const [low, high] = [
    Math.min(...points.map((point) => point.low)),
    Math.max(...points.map((point) => point.high)),
  ];
  const span = Math.max(leastSpan, high - low);
  const base = (low + high - span) / 2;
  const to = Math.max(t.at(-1) ?? 0, points.at(-1)?.t ?? 0);
  return placeLines(lines, { from: t[0] ?? 0, to, low: base, high: base + span });
}
