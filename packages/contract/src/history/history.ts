import * as z from 'zod/mini';
import { csvQuery, listOf, TimeText } from '../http/query.ts';
import { READING_FIELDS } from '../mqtt/reading.ts';

const seconds = z.int();

const MAX_POINTS = 5000;
/** Above the longest retention of hours by default, 10 years. */
const MAX_RANGE_S = 11 * 366 * 86_400;

/**
 * The fields of a frame, and what the server derives from them. `load` is the torque of the motor in N·m: boards report no
 * torque (register 3007H), and the rated power that a percentage refers to is unknown. `flow` is an estimate in l/min with
 * the curve of the pump card of that time, and `flow_error` is half of its interval; both are missing without a curve.
 */
export const HistoryMetric = z.enum([...READING_FIELDS, 'load', 'flow', 'flow_error'], 'unknown_metric');
export type HistoryMetric = z.infer<typeof HistoryMetric>;

/** R4.13: the metrics of the graphs, when the request names none. */
export const GRAPH_METRICS = [
  'temperature_fc',
  'temperature_mnb',
  'motor_power',
  'pressure',
  'load',
  'frequency_fc',
  'motor_current',
] as const satisfies readonly HistoryMetric[];

const range = {
  from: z.optional(TimeText),
  to: z.optional(TimeText),
  metrics: z.optional(listOf(HistoryMetric, HistoryMetric.options.length)),
};

type Range = { from?: number | undefined; to?: number | undefined };
/** An open end is now, and an open start a day earlier: both are checked when now is known. */
const isRange = ({ from, to }: Range) =>
  from === undefined || to === undefined || (from < to && to - from <= MAX_RANGE_S);

const PointsText = z.string().check(
  z.regex(/^[1-9]\d{0,3}$/, 'whole_number'),
  z.refine((text) => Number(text) <= MAX_POINTS, 'out_of_range'),
);

export const HistoryQuery = z
  .strictObject({ ...range, points: z.optional(PointsText) })
  .check(z.refine(isRange, { error: 'invalid', path: ['to'] }));
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/** The level of an export: frames as they were sent, or rollups. */
export const HistoryLevel = z.enum(['raw', 'minute', 'hour']);
export type HistoryLevel = z.infer<typeof HistoryLevel>;

export const HistoryExportQuery = z
  .strictObject({
    ...range,
    level: z.optional(HistoryLevel),
    ...csvQuery,
  })
  .check(z.refine(isRange, { error: 'invalid', path: ['to'] }));
export type HistoryExportQuery = z.infer<typeof HistoryExportQuery>;

/**
 * A column of numbers, checked in one loop: a validator for each of them takes longer than reading the JSON, and an answer
 * has some thousands.
 */
function column<V>(isValue: (value: unknown) => boolean, items: object) {
  const schema = z.custom<V[]>((values) => Array.isArray(values) && values.every(isValue));
  schema._zod.toJSONSchema = () => ({ type: 'array', items });
  return schema;
}
const Values = column<number | null>((value) => value === null || Number.isFinite(value), {
  type: ['number', 'null'],
});
const Starts = column<number>(Number.isSafeInteger, { type: 'integer' });

const HistoryGap = z.object({
  from: seconds,
  to: seconds,
  /**
   * `pending`: frames are stored, but not all rolled up yet. `no_data_yet`: before the first frame of the device.
   * `not_estimated`: the pump card had no curve with powers, or the pump turned too slowly.
   */
  reason: z.enum(['offline', 'link_lost', 'not_measured', 'pending', 'no_data_yet', 'not_estimated']),
});

const HistorySeries = z.object({
  min: Values,
  max: Values,
  /** Weighted by time. */
  avg: Values,
  last: Values,
  gaps: z.array(HistoryGap),
});
export type HistorySeries = z.infer<typeof HistorySeries>;

/** Buckets of equal length; `t` has their starts in Unix seconds. Null is a gap. */
export const History = z.object({
  level: HistoryLevel,
  step_s: z.int(),
  /** How far the values reach: the requested end, or the time of the answer. The last bucket may end later. */
  to: seconds,
  /** When the values begin, if that is after the requested start. */
  since: z.nullable(seconds),
  t: Starts,
  series: z.partialRecord(HistoryMetric, HistorySeries),
});
export type History = z.infer<typeof History>;

const StoredSpan = z.object({
  /** From when values exist that the caller may see; null without any. */
  from: z.nullable(seconds),
  /** Retention in days. */
  days: z.int(),
});
/** What an export can contain, by level. */
export const HistoryStored = z.object({ raw: StoredSpan, minute: StoredSpan, hour: StoredSpan });
export type HistoryStored = z.infer<typeof HistoryStored>;
