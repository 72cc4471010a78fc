import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { isBoardField } from '../telemetry/last-data.ts';
import type { Block } from './rollup.ts';
import { at, hasValue } from './series.ts';

/** Why a field has no value: no frames, a converter that did not answer, or a field that could not be measured. */
type GapReason = 'offline' | 'link_lost' | 'not_measured';

/** Buckets from `start` up to `end`, without it. */
interface Gap {
  start: number;
  end: number;
  reason: GapReason;
}

function reasonAt({ fields, seenMs, linkLostMs }: Block, field: ReadingField, index: number) {
  const series = fields[field];
  if (series && hasValue(series, index)) return undefined;
  if (at(seenMs, index) === 0) return 'offline';
  return at(linkLostMs, index) > 0 && !isBoardField(field) ? 'link_lost' : 'not_measured';
}

/**
 * The gaps of a field. A board that sends seldom leaves buckets without a frame: up to `framelessBuckets` in a row between two
 * values are not a gap.
 */
export function listGaps(block: Block, field: ReadingField, framelessBuckets = 0): Gap[] {
  const gaps: Gap[] = [];
  const count = block.frames.length;
  let open: Gap | undefined;
  for (let index = 0; index < count; index++) {
    const reason = reasonAt(block, field, index);
    if (open && open.reason === reason) open.end = index + 1;
    else {
      open = reason && { start: index, end: index + 1, reason };
      if (open) gaps.push(open);
    }
  }
  return gaps.filter(
    ({ start, end, reason }) =>
      reason !== 'offline' || start === 0 || end === count || end - start > framelessBuckets,
  );
}
