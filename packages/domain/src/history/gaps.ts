import type { History, HistoryMetric } from '@manoboard/contract/history/history';
import { isBoardField } from '../telemetry/last-data.ts';
import { HOLD_MS } from './blocks.ts';
import { type Block, isDerived, isFlow } from './rollup.ts';
import { at, hasValue } from './series.ts';

/**
 * Why a metric has no value: no frames, a converter that did not answer, a field that could not be measured or
 * estimated, or no frame of the device yet. Frames that are not rolled up yet are a reason even where a part of the bucket has a value.
 */
type GapReason = NonNullable<History['series'][HistoryMetric]>['gaps'][number]['reason'];

/** Buckets from `start` up to `end`, without it. */
interface BucketSpan {
  start: number;
  end: number;
}
interface Gap extends BucketSpan {
  reason: GapReason;
}

export interface GapOptions {
  stepMs: number;
  /** R4.4: the longest interval between two frames of the board. */
  everyMs: number;
  /** Buckets that are not rolled up yet. */
  pending?: BucketSpan | undefined;
  /** The bucket of the first frame of the device. */
  firstBucket?: number;
}

const isOfConverter = (metric: HistoryMetric) => isDerived(metric) || !isBoardField(metric);

function reasonAt(block: Block, metric: HistoryMetric, index: number, options: GapOptions) {
  const { fields, seenMs, linkLostMs } = block;
  const { pending, firstBucket = 0 } = options;
  const series = fields[metric];
  if (pending && index >= pending.start && index < pending.end) return 'pending';
  if (series && hasValue(series, index)) return undefined;
  if (at(seenMs, index) === 0) return index < firstBucket ? 'no_data_yet' : 'offline';
  if (at(linkLostMs, index) > 0 && isOfConverter(metric)) return 'link_lost';
  return isFlow(metric) ? 'not_estimated' : 'not_measured';
}

/**
 * The gaps of a metric. Values hold for `HOLD_MS`, so a board that sends less often leaves buckets without a frame: up to two
 * intervals without one are not a gap.
 */
export function listGaps(block: Block, metric: HistoryMetric, options: GapOptions): Gap[] {
  const { stepMs, everyMs } = options;
  const framelessBuckets = Math.floor(Math.max(0, 2 * everyMs - HOLD_MS) / stepMs);
  const gaps: Gap[] = [];
  let open: Gap | undefined;
  for (let index = 0; index < block.frames.length; index++) {
    const reason = reasonAt(block, metric, index, options);
    if (open && open.reason === reason) open.end = index + 1;
    else {
      open = reason && { start: index, end: index + 1, reason };
      if (open) gaps.push(open);
    }
  }
  return gaps.filter(({ start, end, reason }) => reason !== 'offline' || end - start > framelessBuckets);
}
