import { expect, it } from 'vitest';
import { type OffStretch, offStretch } from './off-stretch.ts';

/** Buckets of an hour from 0: `on`, `off`, both within it, or no frame. */
type Bucket = 'on' | 'off' | 'both' | 'gap' | 'fault';
const RANGES = { on: [1, 2], off: [3, 3], both: [1, 3], gap: [null, null], fault: [4, 4] } as const;

function historyOf(buckets: readonly Bucket[]) {
  const column = (part: 0 | 1) => buckets.map((bucket) => RANGES[bucket][part]);
  const on_off_state_r = { min: column(0), max: column(1), avg: [], last: [], gaps: [] };
  return { t: buckets.map((_, i) => i * 3600), step_s: 3600, series: { on_off_state_r } };
}

it.each<[string, Bucket[], OffStretch | null]>([
  ['on, then off for two hours', ['on', 'off', 'off'], { sinceS: 3600, isStart: true }],
  ['switched off within an hour', ['on', 'both', 'off'], { sinceS: 7200, isStart: true }],
  ['switched off in the last hour', ['on', 'both'], { sinceS: 7200, isStart: true }],
  ['a fault before it is not off', ['fault', 'off'], { sinceS: 3600, isStart: true }],
  ['off in the whole range', ['off', 'off'], { sinceS: 0, isStart: false }],
  ['in a gap the pump may have run', ['on', 'gap', 'off'], { sinceS: 7200, isStart: false }],
  ['no frame of this hour yet', ['on', 'off', 'gap'], { sinceS: 3600, isStart: true }],
  ['nothing known', ['gap', 'gap'], null],
  ['a long silence at the end', ['off', 'gap', 'gap'], null],
  ['no buckets', [], null],
])('R5.12 %s', (_case, buckets, expected) => expect(offStretch(historyOf(buckets))).toEqual(expected));

it('R5.12 a history without the switch knows nothing', () =>
  expect(offStretch({ t: [0, 3600], step_s: 3600, series: {} })).toBeNull());
