import { DAY_MS, HOUR_MS, SECOND_MS } from '../time.ts';
import { LEVELS, type Level, REACH_MS } from './blocks.ts';

/** Longest ranges that are read from frames and from minutes: about 4,000 frames, 336 rows. */
const LONGEST_MS = { raw: 6 * HOUR_MS, minute: 14 * DAY_MS };
const BUCKET_MS = { raw: SECOND_MS, minute: LEVELS.minute.bucketMs, hour: LEVELS.hour.bucketMs };

/** Where the values of a graph are read from. */
type Source = 'raw' | Level;

export interface HistoryRange {
  fromMs: number;
  toMs: number;
  points: number;
  nowMs: number;
  /** R4.3c: the start of the tenure of the reader; null for staff. */
  visibleFromMs: number | null;
  /** The oldest time that is kept of each source. */
  oldestMs: Readonly<Record<Source, number>>;
}

/** Equal buckets; the first one starts at `fromMs`. */
export interface HistoryPlan {
  source: Source;
  fromMs: number;
  stepMs: number;
  count: number;
}

function chooseSource({ points, oldestMs }: HistoryRange, fromMs: number, toMs: number): Source {
  const rangeMs = toMs - fromMs;
  const stepMs = rangeMs / points;
  if (stepMs < BUCKET_MS.minute && rangeMs <= LONGEST_MS.raw && fromMs >= oldestMs.raw) return 'raw';
  // Half as many points as requested are enough.
  const isMinute = stepMs < BUCKET_MS.hour / 2 && rangeMs <= LONGEST_MS.minute && fromMs >= oldestMs.minute;
  return isMinute ? 'minute' : 'hour';
}

/**
 * The buckets of a graph: about `points`, whole multiples of the buckets of their source. Nothing when the range has no
 * part that the reader may see. Rollups near the start of a tenure contain values of the former one and are left out.
 */
export function planHistory(range: HistoryRange): HistoryPlan | undefined {
  const { points, nowMs, visibleFromMs } = range;
  const toMs = Math.min(range.toMs, nowMs);
  const earliestMs = Math.max(range.fromMs, range.oldestMs.hour, visibleFromMs ?? range.fromMs);
  if (earliestMs >= toMs) return undefined;
  const source = chooseSource(range, earliestMs, toMs);
  const bucketMs = BUCKET_MS[source];
  const stepMs = Math.max(1, Math.ceil((toMs - earliestMs) / points / bucketMs)) * bucketMs;
  const cleanMs =
    visibleFromMs === null ? Number.NEGATIVE_INFINITY : visibleFromMs + (source === 'raw' ? 1 : REACH_MS);
  const alignedMs = Math.floor(earliestMs / stepMs) * stepMs;
  const fromMs = alignedMs >= cleanMs ? alignedMs : Math.ceil(cleanMs / bucketMs) * bucketMs;
  const count = Math.ceil((toMs - fromMs) / stepMs);
  return count > 0 ? { source, fromMs, stepMs, count } : undefined;
}
