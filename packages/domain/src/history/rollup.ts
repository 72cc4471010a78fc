import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { HistoryMetric } from '@manoboard/contract/history/history';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { estimateFlow } from '../pump/flow-estimate.ts';
import { motorLoad } from '../pump/motor-load.ts';
import { isBoardField } from '../telemetry/last-data.ts';
import { CARRY_MS, HOLD_MS, LEVELS, type Level } from './blocks.ts';
import type { Frame } from './frame.ts';
import { addSeries, addValue, at, type Column, NO_BUCKET, newSeries, type Series } from './series.ts';

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

const HOURS_OF_DAY = LEVELS.hour.blockMs / LEVELS.hour.bucketMs;

/** The fields of frames that the other metrics are computed from. */
const SOURCES = {
  load: ['motor_power', 'motor_rpm'],
  flow: ['motor_power', 'frequency_fc'],
  flow_error: ['motor_power', 'frequency_fc'],
} as const satisfies Record<Exclude<HistoryMetric, ReadingField>, readonly ReadingField[]>;
type DerivedMetric = keyof typeof SOURCES;
export const isDerived = (metric: HistoryMetric): metric is DerivedMetric => Object.hasOwn(SOURCES, metric);

/** Estimated with the pump card. */
export const isFlow = (metric: HistoryMetric) => metric === 'flow' || metric === 'flow_error';

/** The fields of frames that a metric is computed from. */
export const sourcesOf = (metric: HistoryMetric): readonly ReadingField[] =>
  isDerived(metric) ? SOURCES[metric] : [metric];

/** A version of the pump card, in force from this time until that of the next one. */
export interface DatedCard {
  fromMs: number;
  values: PumpValues;
}

/** The flow after a frame; NaN without a card of that time or without its curve. `cards` are sorted by time. */
function flowAfter(cards: readonly DatedCard[], tsMs: number, powerKw: number, hz: number) {
  const card = cards.findLast(({ fromMs }) => fromMs <= tsMs);
  const isKnown = card && !Number.isNaN(powerKw) && !Number.isNaN(hz);
  const estimate = isKnown && estimateFlow(card.values, { frequencyHz: hz, powerW: 1000 * powerKw });
  return estimate || { lpm: Number.NaN, errorLpm: Number.NaN };
}

/** The value of a metric after a frame; NaN is unknown. */
interface ConfirmedValue {
  readonly metric: HistoryMetric;
  readonly value: number;
}
interface FieldValue extends ConfirmedValue {
  metric: ReadingField;
  isOfBoard: boolean;
  value: number;
  sentMs: number;
}

/**
 * The values that a frame confirms, as `applyFrame` of the last values: changed fields are in the frame, others are
 * confirmed unless they are not measurable. A value that was sent too long ago is unknown: the full frame between is
 * missing.
 */
function applyFrame(fields: readonly FieldValue[], { fc, d, na, tsMs }: Frame) {
  for (const known of fields) {
    const { metric, isOfBoard } = known;
    const value = d[metric];
    if ((fc !== 1 && !isOfBoard) || (na.length > 0 && na.includes(metric))) known.value = Number.NaN;
    else if (value != null) {
      known.value = value;
      known.sentMs = tsMs;
    } else if (tsMs - known.sentMs > CARRY_MS) known.value = Number.NaN;
  }
}

/**
 * The values of these metrics, in their order, after each frame. Frames must come sorted. Each frame changes the same
 * objects, since a rollup handles 14,000 values of an hour. Without cards no flow is known.
 */
export function createConfirmedValues(
  metrics: readonly HistoryMetric[] = HistoryMetric.options,
  cards: readonly DatedCard[] = [],
) {
  const byField = new Map<ReadingField, FieldValue>();
  const fieldOf = (metric: ReadingField): FieldValue => {
    const known = byField.get(metric);
    if (known) return known;
    const added = { metric, isOfBoard: isBoardField(metric), value: Number.NaN, sentMs: 0 };
    byField.set(metric, added);
    return added;
  };
  const newDerived = (metric: DerivedMetric) => ({ metric, value: Number.NaN });
  const derived = {
    load: newDerived('load'),
    flow: newDerived('flow'),
    flow_error: newDerived('flow_error'),
  };
  const [power, rpm, frequency] = [fieldOf('motor_power'), fieldOf('motor_rpm'), fieldOf('frequency_fc')];
  const values: readonly ConfirmedValue[] = metrics.map((metric) =>
    isDerived(metric) ? derived[metric] : fieldOf(metric),
  );
  const fields = [...byField.values()];
  let boot: number | undefined;

  function apply(frame: Frame): void {
    // The first frame after a restart holds all fields.
    if (frame.boot !== boot) for (const known of fields) known.value = Number.NaN;
    boot = frame.boot;
    applyFrame(fields, frame);
    const isKnown = !Number.isNaN(power.value) && !Number.isNaN(rpm.value);
    derived.load.value = (isKnown ? motorLoad(power.value, rpm.value) : undefined) ?? Number.NaN;
    if (cards.length === 0) return;
    const { lpm, errorLpm } = flowAfter(cards, frame.tsMs, power.value, frequency.value);
    derived.flow.value = lpm;
    derived.flow_error.value = errorLpm;
  }
  return { values, apply };
}

/** Frames per slice; rolling them up takes less than a millisecond. */
const FRAMES_AT_ONCE = 200;

interface Span {
  fromMs: number;
  bucketMs: number;
  count: number;
}

/**
 * Rolls frames up, and yields after some of them, so that the caller can do other work meanwhile. Frames must be sorted and
 * begin `REACH_MS` before the first bucket; earlier ones change nothing. The values of a frame hold until the next frame, at
 * most for `HOLD_MS`, and at least in the bucket of its moment.
 */
export function* rollUpParts(
  frames: readonly Frame[],
  span: Span,
  metrics: readonly HistoryMetric[] = HistoryMetric.options,
  cards: readonly DatedCard[] = [],
): Generator<void, Block> {
  const { fromMs, bucketMs, count } = span;
  const block = newBlock(count);
  const { values, apply } = createConfirmedValues(metrics, cards);
  const fields = values.map((known): { known: ConfirmedValue; series?: Series } => ({ known }));
  for (const [position, frame] of frames.entries()) {
    const { tsMs, fc } = frame;
    const own = Math.floor((tsMs - fromMs) / bucketMs);
    if (own >= count) break;
    if (position % FRAMES_AT_ONCE === FRAMES_AT_ONCE - 1) yield;
    apply(frame);
    const endMs = Math.min(tsMs + HOLD_MS, frames[position + 1]?.tsMs ?? Number.POSITIVE_INFINITY);
    if (own >= 0) increment(block.frames, own, 1);
    for (let index = Math.max(0, own); index < count; index++) {
      const startMs = fromMs + index * bucketMs;
      const ms = Math.max(0, Math.min(endMs, startMs + bucketMs) - Math.max(tsMs, startMs));
      if (ms === 0 && index !== own) break;
      increment(block.seenMs, index, ms);
      if (fc !== 1) increment(block.linkLostMs, index, ms);
      for (const field of fields) {
        const { metric, value } = field.known;
        if (Number.isNaN(value)) continue;
        field.series ??= newSeries(metric, count);
        addValue(field.series, index, value, ms);
      }
    }
  }
  for (const { known, series } of fields) if (series) block.fields[known.metric] = series;
  return block;
}

/** Rolls up all frames without yielding. */
export function rollUp(
  frames: readonly Frame[],
  span: Span,
  metrics: readonly HistoryMetric[] = HistoryMetric.options,
  cards: readonly DatedCard[] = [],
): Block {
  const parts = rollUpParts(frames, span, metrics, cards);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
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
