import type { HistoryLevel, HistoryMetric } from '@manoboard/contract/history/history';
import { LEVELS, REACH_MS } from '@manoboard/domain/history/blocks';
import { createConfirmedValues, isDerived } from '@manoboard/domain/history/rollup';
import { at, hasValue } from '@manoboard/domain/history/series';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { createPace } from '../../base/turns.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import { findOldestMs, findProgressMs } from './history.repo.ts';
import { roundedValue } from './history.service.ts';
import { type HistoryDevice, listCards, listReachingFrames, readBlock } from './history-blocks.ts';
import { createRollupCache } from './merged-rollups.ts';

/** What is read and sent at once: about 720 lines. */
const SLICE_MS = { raw: HOUR_MS, minute: 12 * HOUR_MS, hour: 30 * DAY_MS } satisfies Record<
  HistoryLevel,
  number
>;
/** What is not rolled up yet is computed from frames: about 17,000 a day. */
const FRAMES_SLICE_MS = DAY_MS;

/** One line: its time and a value by column. */
interface ExportRow {
  atMs: number;
  cells: Record<string, number | null>;
}

export interface ExportRequest {
  device: HistoryDevice;
  level: HistoryLevel;
  metrics: readonly HistoryMetric[];
}
/** A part of the range of time. */
export interface ExportSlice {
  fromMs: number;
  toMs: number;
}

/** The figures of a bucket. */
export const FIGURES = ['min', 'max', 'avg', 'last'] as const;

interface Needs extends Pick<Core, 'now'> {
  /** A slice is one query: no connection is held while the client reads. */
  db: Db;
}

/** R4.3c: from the start of the tenure on; rollups near it contain values of the former one. */
function* slicesOf(
  { device, level }: ExportRequest,
  range: ExportSlice,
  rolledMs: number,
): Generator<ExportSlice> {
  const { fromMs, toMs } = range;
  const reachMs = level === 'raw' ? 1 : REACH_MS;
  const visibleMs = device.visibleFromS === null ? fromMs : device.visibleFromS * 1000 + reachMs;
  const bucketMs = level === 'raw' ? 1 : LEVELS[level].bucketMs;
  const startMs = Math.ceil(Math.max(fromMs, visibleMs) / bucketMs) * bucketMs;
  for (let at = startMs; at < toMs; ) {
    const longestMs = at + SLICE_MS[level] <= rolledMs ? SLICE_MS[level] : FRAMES_SLICE_MS;
    const endMs = Math.min(toMs, at + Math.min(SLICE_MS[level], longestMs));
    yield { fromMs: at, toMs: endMs };
    at = endMs;
  }
}

/** The rows of an export: frames, or buckets of a level, read slice by slice. */
export function createExportRows({ db, now }: Needs) {
  // An export reads everything once.
  const cache = createRollupCache(0);

  /** Every frame with the values that it confirms, as in the rollups; empty is not measured. */
  async function rawRows(
    { device, metrics }: ExportRequest,
    { fromMs, toMs }: ExportSlice,
  ): Promise<ExportRow[]> {
    const cards = await listCards({ db, device, metrics });
    const { values, apply } = createConfirmedValues(metrics, cards);
    const rows: ExportRow[] = [];
    for (const frame of await listReachingFrames({ db, device, metrics }, fromMs, toMs)) {
      apply(frame);
      const cells: ExportRow['cells'] = { fc: frame.fc };
      for (const { metric, value } of values)
        cells[metric] = Number.isNaN(value) ? null : isDerived(metric) ? roundedValue(value) : value;
      if (frame.tsMs >= fromMs) rows.push({ atMs: frame.tsMs, cells });
    }
    return rows;
  }

  /** Buckets in which the board was seen. */
  async function bucketRows(
    { device, level, metrics }: ExportRequest,
    { fromMs, toMs }: ExportSlice,
  ): Promise<ExportRow[]> {
    if (level === 'raw') return [];
    const { bucketMs: stepMs } = LEVELS[level];
    const count = Math.ceil((toMs - fromMs) / stepMs);
    const request = {
      db,
      cache,
      device,
      metrics,
      nowMs: now(),
      longestTailMs: Number.POSITIVE_INFINITY,
      pace: createPace(),
    };
    const { block } = await readBlock(request, { source: level, fromMs, stepMs, count });
    return [...block.seenMs.keys()].flatMap((index): ExportRow[] => {
      if (at(block.seenMs, index) === 0 && at(block.frames, index) === 0) return [];
      const cells: ExportRow['cells'] = { frames: at(block.frames, index) };
      for (const metric of metrics) {
        const series = block.fields[metric];
        for (const figure of FIGURES)
          cells[`${metric}_${figure}`] =
            series && hasValue(series, index) ? roundedValue(at(series[figure], index)) : null;
      }
      return [{ atMs: fromMs + index * stepMs, cells }];
    });
  }

  /** From when values exist that the reader may see; undefined without any. */
  async function findStartMs({ device, level }: Pick<ExportRequest, 'device' | 'level'>) {
    const oldestMs = await findOldestMs(db, level, device.deviceKey);
    return oldestMs === undefined || device.visibleFromS === null
      ? oldestMs
      : Math.max(oldestMs, device.visibleFromS * 1000);
  }

  /** The rows of each slice that has some. */
  async function* listSlices(request: ExportRequest, asked: ExportSlice): AsyncGenerator<ExportRow[]> {
    const startMs = await findStartMs(request);
    if (startMs === undefined) return;
    const range = { fromMs: Math.max(asked.fromMs, startMs), toMs: Math.min(asked.toMs, now()) };
    for (const slice of slicesOf(request, range, await findProgressMs(db))) {
      const rows = await (request.level === 'raw' ? rawRows : bucketRows)(request, slice);
      if (rows.length > 0) yield rows;
    }
  }

  return { listSlices, findStartMs };
}
