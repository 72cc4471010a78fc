import type { History } from '@manoboard/contract/history/history';
import { describe, expect, it } from 'vitest';
import { missingS, waterOf } from './month-report.ts';

const column = (avg: (number | null)[]) => ({ min: [], max: [], last: [], gaps: [], avg });
const hours = (flow: (number | null)[], errors: (number | null)[], to = 3600 * flow.length): History => ({
  level: 'hour',
  step_s: 3600,
  to,
  since: null,
  t: flow.map((_, i) => 3600 * i),
  series: { flow: column(flow), flow_error: column(errors) },
});

describe('R4.13 the water of a month', () => {
  it.each([
    ['an hour of 10 l/min and one at rest', hours([10, 0], [1, 0]), [600, 60, 1]],
    ['an hour without an estimate is not 0 litres', hours([10, null], [1, null]), [600, 60, 0.5]],
    ['the present hour counts up to now', hours([10, 10], [1, 1], 5400), [900, 90, 1]],
  ] as const)('%s', (_case, history, [litres, errorLitres, known]) =>
    expect(waterOf(history)).toEqual({ litres, errorLitres, known }),
  );

  it('is unknown without a curve', () => {
    expect(waterOf(hours([null, null], [null, null]))).toBeUndefined();
    expect(waterOf({ ...hours([1], [0]), series: {} })).toBeUndefined();
  });
});

it.each([
  ['three of thirty days', { from: 0, to: 30, at: 30, since: 0 }, 0.9, 3],
  ['a month that lasts', { from: 0, to: 30, at: 10, since: 0 }, 0.8, 2],
  ['a device that began within the month', { from: 0, to: 30, at: 30, since: 20 }, 0.8, 2],
  ['a whole month', { from: 0, to: 30, at: 30, since: null }, 1, 0],
] as const)('R4.13 the time without data: %s', (_case, span, measured, missing) =>
  expect(missingS({ ...span, total: { measured } } as never)).toBeCloseTo(missing, 9),
);
