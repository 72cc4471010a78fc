import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { HistoryMetric } from '@manoboard/contract/nouns/history';
import { motorLoad } from '../pump/motor-load.ts';
import { isBoardField } from '../telemetry/last-data.ts';
import { CARRY_MS, HOLD_MS, LEVELS, type Level } from './blocks.ts';
import { addSeries, addValue, at, type Column, NO_BUCKET, newSeries, type Series } from './series.ts';

/** A stored frame; null and missing fields did not change. */
export interface HistoryFrame {
  tsMs: number;
  boot: number;
  seq: number;
  fc: number;
  d: { readonly [F in ReadingField]?: number | null | undefined };
  /** Fields that could not be measured. */
  na: readonly ReadingField[];
}

/** Consecutive buckets of one device. Fields without any value are missing. */
export interface Block {
  /** Frames measured in the bucket. */
  frames: Column;
  /** How long frames arrived; the rest of the bucket the board was offline. */
  seenMs: Column;
  /** How long the board reported that the converter does not answer; part of `seenMs`. */
  linkLostMs: Column;
  fields: Partial<Record<HistoryMetric, Series>>;
}

export const newBlock = (count: number): Block => ({
  frames: new Float64Array(count),
  seenMs: new Float64Array(count),
  linkLostMs: new Float64Array(count),
  fields: {},
});

const increment = (column: Column, index: number, by: number) => {
  column[index] = at(column, index) + by;
};

/** By time; clocks have whole seconds, so frames of one moment are in the order of the board. */
export const compareFrames = (a: HistoryFrame, b: HistoryFrame) =>
  a.tsMs - b.tsMs || a.boot - b.boot || a.seq - b.seq;

const HOURS_OF_DAY = LEVELS.hour.blockMs / LEVELS.hour.bucketMs;

interface Known {
  value: number;
  sentMs: number;
}
type State = Map<HistoryMetric, Known>;

const LOAD_SOURCES = ['motor_power', 'motor_rpm'] as const satisfies readonly ReadingField[];
/** The fields of frames that a metric is computed from. */
export const sourcesOf = (metric: HistoryMetric): readonly ReadingField[] =>
  metric === 'load' ? LOAD_SOURCES : [metric];

function updateLoad(state: State) {
  const [power, rpm] = LOAD_SOURCES.map((field) => state.get(field));
  const value = power && rpm && motorLoad(power.value, rpm.value);
  if (value === undefined) state.delete('load');
  else state.set('load', { value, sentMs: Math.min(power?.sentMs ?? 0, rpm?.sentMs ?? 0) });
}

/**
 * The values that a frame confirms, as `applyFrame` of the last values: changed fields are in the frame, others are
 * confirmed unless they are not measurable. A value that was sent too long ago is unknown: the full frame between is
 * missing.
 */
function updateState(state: State, { fc, d, na, tsMs }: HistoryFrame) {
  for (const field of READING_FIELDS) {
    const isMeasured = (fc === 1 || isBoardField(field)) && !na.includes(field);
    const value = d[field];
    if (!isMeasured) state.delete(field);
    else if (value != null) state.set(field, { value, sentMs: tsMs });
    else if (tsMs - (state.get(field)?.sentMs ?? tsMs) > CARRY_MS) state.delete(field);
  }
  updateLoad(state);
}

/**
 * The values that each frame confirms. Frames must come sorted. The map is the same one each time: read it before the next
 * frame.
 */
export function createConfirmedValues(): (frame: HistoryFrame) => ReadonlyMap<HistoryMetric, Known> {
  const state: State = new Map();
  let boot: number | undefined;
  return (frame) => {
    // The first frame after a restart holds all fields.
    if (frame.boot !== boot) state.clear();
    boot = frame.boot;
    updateState(state, frame);
    return state;
  };
}

interface Span {
  fromMs: number;
  bucketMs: number;
  count: number;
}

/** Calls `visit` for the part of a span of time in each bucket. An empty span is in the bucket of its moment. */
function eachPart(
  { fromMs, bucketMs, count }: Span,
  startMs: number,
  endMs: number,
  visit: (index: number, ms: number) => void,
) {
  const first = Math.max(0, Math.floor((startMs - fromMs) / bucketMs));
  for (let index = first; index < count; index++) {
    const bucketStart = fromMs + index * bucketMs;
    const partMs = Math.min(endMs, bucketStart + bucketMs) - Math.max(startMs, bucketStart);
    const isMoment = startMs >= bucketStart && startMs < bucketStart + bucketMs;
    if (partMs <= 0 && !isMoment) return;
    visit(index, Math.max(0, partMs));
  }
}

/**
 * Rolls frames up. They must be sorted and begin `REACH_MS` before the first bucket; earlier ones change nothing. The
 * values of a frame hold until the next frame, at most for `HOLD_MS`.
 */
export function rollUp(frames: readonly HistoryFrame[], span: Span): Block {
  const block = newBlock(span.count);
  const { fromMs, bucketMs, count } = span;
  const toMs = fromMs + bucketMs * count;
  const confirm = createConfirmedValues();
  frames.forEach((frame, position) => {
    const { tsMs } = frame;
    if (tsMs >= toMs) return;
    const values = confirm(frame);
    const endMs = Math.min(tsMs + HOLD_MS, frames[position + 1]?.tsMs ?? Number.POSITIVE_INFINITY);
    if (tsMs >= fromMs) increment(block.frames, Math.floor((tsMs - fromMs) / bucketMs), 1);
    eachPart(span, tsMs, endMs, (index, ms) => {
      increment(block.seenMs, index, ms);
      if (frame.fc !== 1) increment(block.linkLostMs, index, ms);
      for (const [field, { value }] of values) {
        block.fields[field] ??= newSeries(field, count);
        addValue(block.fields[field], index, value, ms);
      }
    });
  });
  return block;
}

/** Adds buckets of a block, in the order of time, to buckets of another: `indexOf` maps one to the other. */
export function addBlock(target: Block, source: Block, indexOf: (index: number) => number | undefined) {
  const count = target.frames.length;
  const targets = new Int32Array(source.frames.length);
  for (let from = 0; from < targets.length; from++) {
    const index = indexOf(from);
    const isInside = index !== undefined && index >= 0 && index < count;
    targets[from] = isInside ? index : NO_BUCKET;
    if (!isInside) continue;
    increment(target.frames, index, at(source.frames, from));
    increment(target.seenMs, index, at(source.seenMs, from));
    increment(target.linkLostMs, index, at(source.linkLostMs, from));
  }
  for (const [metric, series] of Object.entries(source.fields) as [HistoryMetric, Series][]) {
    target.fields[metric] ??= newSeries(metric, count);
    addSeries(target.fields[metric], series, targets);
  }
}

/** The block of a day with one of its hours replaced by the merged minutes of that hour. */
export function withHour(day: Block | undefined, index: number, minutes: Block): Block {
  const changed = newBlock(HOURS_OF_DAY);
  if (day) addBlock(changed, day, (hour) => (hour === index ? undefined : hour));
  addBlock(changed, minutes, () => index);
  return changed;
}

/** The buckets of one block of a level. */
export const blockSpan = (level: Level, startMs: number): Span => {
  const { bucketMs, blockMs } = LEVELS[level];
  return { fromMs: startMs, bucketMs, count: blockMs / bucketMs };
};

/** A block without frames and without values is not stored. */
export const isEmptyBlock = ({ seenMs, frames }: Block) =>
  seenMs.every((ms) => ms === 0) && frames.every((n) => n === 0);
