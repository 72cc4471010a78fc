import { FALSE_SHARE, LEAST_LEARNED, learn, type Model, scoreRows } from './detector.ts';
import type { Row } from './statistics.ts';

/** Why the learned span is too short, and the least number of rows to learn. */
export interface SpanWarning {
  least: number;
  /** Share of the second half that is in alarm by what the first half teaches, if it is too large. */
  alarmShare?: number;
  /** Columns that wander within the span. */
  wandering: number[];
}

/** An alarm share that many times the calibrated one means that the span does not know the machine. */
const MOST_TIMES = 10;
/** The factor by which each doubling of the span is expected to reduce the alarms; measured between these bounds. */
const PER_DOUBLING = { least: 1.5, most: 4 };
/** The largest span that is proposed, relative to the learned one: more is a guess. */
const MOST_LONGER = 8;

/** Learns `count` rows and counts the alarms in as many after them. */
function alarmsAfter(rows: readonly Row[], count: number, columnCount: number): number {
  const model = learn(rows.slice(0, count), columnCount);
  if (model.columns.used.length === 0) return 0;
  const next = scoreRows([model], rows.slice(0, 2 * count)).slice(count);
  return next.filter(({ isAlarm }) => isAlarm).length / next.length;
}

/** Two digits: more would pretend a precision. */
function roundUp(rows: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(rows)) - 1);
  return step * Math.ceil(rows / step);
}

/** How much longer the span must be for an alarm share of the second half within the limit; 1 if it is. */
function longerByAlarms(rows: readonly Row[], share: number, columnCount: number): number {
  const limit = MOST_TIMES * FALSE_SHARE;
  if (share <= limit) return 1;
  const quarter = Math.floor(rows.length / 4);
  const before = quarter < LEAST_LEARNED ? share : alarmsAfter(rows, quarter, columnCount);
  const perDoubling = Math.max(PER_DOUBLING.least, Math.min(PER_DOUBLING.most, before / share));
  // The share belongs to half of the span: the first doubling is the span itself.
  const doublings = Math.ceil(Math.log(share / limit) / Math.log(perDoubling)) - 1;
  return Math.max(2, Math.min(MOST_LONGER, 2 ** doublings));
}

/**
 * Checks the learned rows forward: their first half must predict the second, and no column may move more slowly than
 * the span can show. Nothing if it is long enough.
 */
export function checkSpan(rows: readonly Row[], { columns }: Model): SpanWarning | undefined {
  const half = Math.floor(rows.length / 2);
  if (half < LEAST_LEARNED) return { least: 2 * LEAST_LEARNED, wandering: [] };
  const count = columns.scales.length;
  const share = alarmsAfter(rows, half, count);
  const byAlarms = longerByAlarms(rows, share, count);
  const moving = columns.used.flatMap((column, place) => {
    const { ratio = 0, change } = columns.wander[place] ?? {};
    return change === undefined ? [] : [{ column, ratio }];
  });
  if (byAlarms === 1 && moving.length === 0) return undefined;
  // The wander of a column that returns falls as the span grows.
  const byWander = Math.min(MOST_LONGER, 2 * Math.max(0, ...moving.map(({ ratio }) => ratio)));
  return {
    least: roundUp(rows.length * Math.max(byAlarms, byWander)),
    wandering: moving.map(({ column }) => column),
    ...(byAlarms > 1 && { alarmShare: share }),
  };
}
