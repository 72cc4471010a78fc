import {
  GRAPH_METRICS,
  type History,
  type HistoryMetric,
  type HistoryQuery,
  type HistorySeries,
} from '@manoboard/contract/history/history';
import type { Level } from '@manoboard/domain/history/blocks';
import { type GapOptions, listGaps } from '@manoboard/domain/history/gaps';
import { type HistoryPlan, planHistory } from '@manoboard/domain/history/plan';
import type { Block } from '@manoboard/domain/history/rollup';
import { at, type Column, type Series } from '@manoboard/domain/history/series';
import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import { DAY_MS } from '@manoboard/domain/time';
import { createPace } from '../../base/turns.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { findFirstMs } from './history.repo.ts';
import { type HistoryDevice, readBlock } from './history-blocks.ts';
import type { RollupCache } from './merged-rollups.ts';

const DEFAULT_POINTS = 1000;
/** While the job catches up, a graph reads at most this much from frames: about 17,000, in 0.1 s. */
const LONGEST_TAIL_MS = DAY_MS;

interface Needs extends Pick<Core, 'now'> {
  db: Db;
  cache: RollupCache;
  retentionDays: Readonly<Record<'raw' | Level, number>>;
  /** R4.4: how often the board sends, by the configuration in force. */
  intervalOf: (deviceId: string) => FrameInterval;
}

/** Graphs show three decimals; stored values have single precision. */
export const roundedValue = (value: number) => Math.round(value * 1000) / 1000;

/** NaN without a value, which JSON writes as null. A list of numbers and nulls would be an object for each number. */
function roundedColumn({ min }: Series, column: Column): Float64Array {
  const values = new Float64Array(column.length);
  for (let index = 0; index < column.length; index++)
    values[index] = Number.isNaN(min[index]) ? Number.NaN : roundedValue(column[index] ?? 0);
  return values;
}

export const valuesOf = (series: Series, column: Column): (number | null)[] =>
  Array.from(roundedColumn(series, column), (value) => (Number.isNaN(value) ? null : value));

/** `History` with its columns as numbers. */
type Columns<T> = { [K in keyof T]: T[K] extends (number | null)[] ? ArrayLike<number> : T[K] };
type SeriesColumns = Columns<HistorySeries>;
interface HistoryColumns extends Omit<Columns<History>, 'series'> {
  series: Partial<Record<HistoryMetric, SeriesColumns>>;
}

/** The range and the metrics of a request: by default the last 24 hours of the metrics of the graphs. */
export function readRange(
  { from, to, metrics }: Pick<HistoryQuery, 'from' | 'to' | 'metrics'>,
  nowMs: number,
) {
  const toMs = to === undefined ? nowMs : to * 1000;
  return {
    toMs,
    fromMs: from === undefined ? toMs - DAY_MS : from * 1000,
    metrics: [...new Set<HistoryMetric>(metrics ?? GRAPH_METRICS)],
  };
}

function toSeries(
  block: Block,
  metric: HistoryMetric,
  { fromMs, stepMs, count }: HistoryPlan,
  options: GapOptions,
): SeriesColumns {
  const secondsAt = (index: number) => (fromMs + index * stepMs) / 1000;
  const gaps = listGaps(block, metric, options).map(({ start, end, reason }) => ({
    from: secondsAt(start),
    to: secondsAt(end),
    reason,
  }));
  const series = block.fields[metric];
  const column = (name: 'min' | 'max' | 'avg' | 'last') =>
    series ? roundedColumn(series, series[name]) : new Float64Array(count).fill(Number.NaN);
  return { min: column('min'), max: column('max'), avg: column('avg'), last: column('last'), gaps };
}

/** When the values begin, if that is after the requested start. */
const sinceS = (firstMs: number, fromMs: number) => (firstMs > fromMs ? Math.floor(firstMs / 1000) : null);

/** Points of an answer: its cost in the read budget of the user. */
export const pointsOf = ({ points, metrics }: HistoryQuery) =>
  Number(points ?? DEFAULT_POINTS) * (metrics ?? GRAPH_METRICS).length;

/** R4.13: values of a device over any range, from frames or from the rollups that fit. Reader threads run it. */
export function createHistory({ db, cache, now, retentionDays, intervalOf }: Needs) {
  return {
    async read(
      device: HistoryDevice,
      { points, ...query }: HistoryQuery,
      pace = createPace(),
    ): Promise<HistoryColumns> {
      const nowMs = now();
      const { fromMs, toMs, metrics } = readRange(query, nowMs);
      const oldestMs = (level: 'raw' | Level) => nowMs - retentionDays[level] * DAY_MS;
      const plan = planHistory({
        fromMs,
        toMs,
        nowMs,
        points: Number(points ?? DEFAULT_POINTS),
        visibleFromMs: device.visibleFromS === null ? null : device.visibleFromS * 1000,
        oldestMs: { raw: oldestMs('raw'), minute: oldestMs('minute'), hour: oldestMs('hour') },
      });
      const to = Math.floor(Math.min(toMs, nowMs) / 1000);
      if (!plan) return { level: 'raw', step_s: 1, to, since: null, t: [], series: {} };
      const { source, stepMs, count } = plan;
      const request = { db, cache, device, metrics, nowMs, longestTailMs: LONGEST_TAIL_MS, pace };
      const { block, pending } = await readBlock(request, plan);
      // Only a range that begins without frames can begin before the first one.
      const isSeen = at(block.seenMs, 0) > 0;
      const firstMs = isSeen
        ? plan.fromMs
        : ((await findFirstMs(db, device.deviceKey)) ?? Number.POSITIVE_INFINITY);
      const { running, asleep } = intervalOf(device.deviceId);
      const stepsTo = (ms: number) => (ms - plan.fromMs) / stepMs;
      const options: GapOptions = {
        stepMs,
        everyMs: Math.max(running, asleep) * 1000,
        firstBucket: Math.floor(stepsTo(firstMs)),
        pending: pending && {
          start: Math.floor(stepsTo(pending.fromMs)),
          end: Math.ceil(stepsTo(pending.toMs)),
        },
      };
      const series: HistoryColumns['series'] = {};
      for (const metric of metrics) {
        await pace();
        series[metric] = toSeries(block, metric, plan, options);
      }
      return {
        level: source,
        step_s: stepMs / 1000,
        to,
        since: sinceS(Math.max(Math.min(firstMs, nowMs), plan.fromMs), fromMs),
        t: Array.from({ length: count }, (_, index) => (plan.fromMs + index * stepMs) / 1000),
        series,
      };
    },
  };
}
