import type { History, HistorySeries } from '@manoboard/contract/history/history';
import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { describe, expect, it } from 'vitest';
import { linesOf, movedOnto, nearest, summaryOf, switchedBetween, withTail } from './series.ts';

const column = (avg: (number | null)[], gaps: HistorySeries['gaps'] = []): HistorySeries => ({
  avg,
  last: avg,
  gaps,
  min: avg.map((value) => (value === null ? null : value - 1)),
  max: avg.map((value) => (value === null ? null : value + 1)),
});
const history = (series: History['series']): History => ({
  level: 'minute',
  step_s: 60,
  to: 240,
  since: null,
  t: [0, 60, 120, 180],
  series,
});

describe('R4.13 lines of a panel', () => {
  it('are at the middle of their buckets and break at a gap only', () => {
    const gaps = [{ from: 120, to: 180, reason: 'offline' as const }];
    const lines = linesOf(history({ pressure: column([4, null, null, 5], gaps) }), 'pressure');
    expect(lines.x).toEqual([30, 90, 150, 210]);
    expect(lines.avg).toEqual([4, undefined, null, 5]);
    expect(lines.max).toEqual([5, undefined, null, 6]);
  });

  it('of more buckets than pixels join them: averages, extremes of all, and the gaps', () => {
    const count = 8000;
    const gaps = [{ from: 0, to: 240, reason: 'offline' as const }];
    const avg = Array.from({ length: count }, (_, at) => (at < 4 ? null : at % 2));
    const t = avg.map((_, at) => at * 60);
    const long = { ...history({ pressure: column(avg, gaps) }), t, to: count * 60 };
    const lines = linesOf(long, 'pressure');
    expect(lines).toMatchObject({ stepS: 120, stored: count / 2 });
    expect(lines.x.slice(0, 2)).toEqual([60, 180]);
    expect([lines.avg, lines.min, lines.max].map((values) => values.slice(1, 3))).toEqual([
      [null, 0.5],
      [null, -1],
      [null, 2],
    ]);
  });

  it('of a missing series are empty', () => {
    expect(linesOf(history({}), 'pressure').x).toEqual([]);
    expect(linesOf(undefined, 'pressure').x).toEqual([]);
  });

  it('get frames that are newer than the answer, and no value that a frame only repeats', () => {
    const frame = (ts: number, at: number) =>
      aLastData({
        ts,
        older: { pressure: at },
        data: someLastValues({ pressure: 4.2 }),
      });
    const lines = linesOf(history({ pressure: column([4, 4, 4, 4]) }), 'pressure');
    const live = withTail(lines, [frame(200, 200), frame(230, 230), frame(400, 215)], 'pressure');
    expect(live.x).toEqual([...lines.x, 230, 400]);
    expect(live.avg.slice(4)).toEqual([4.2, null]);
  });

  it('of a long range end at the newest frame, and have the extremes of all frames since the answer', () => {
    const hours: History = {
      level: 'hour',
      step_s: 68_400,
      to: 70_000,
      since: null,
      t: [0, 68_400],
      series: { pressure: column([4, 4]) },
    };
    const frame = (ts: number, pressure: number) => aLastData({ ts, data: someLastValues({ pressure }) });
    const lines = linesOf(hours, 'pressure');
    expect(lines.x).toEqual([34_200, 69_200]);
    const frames = [frame(70_010, 6.5), frame(70_015, 1.5), frame(70_020, 4.1)];
    const live = withTail(lines, frames, 'pressure');
    expect([live.x.at(-1), live.avg.at(-1), live.min.at(-1), live.max.at(-1)]).toEqual([
      70_020, 4.1, 1.5, 6.5,
    ]);
    expect(summaryOf(live, 0, Number.POSITIVE_INFINITY)).toEqual({
      least: 1.5,
      most: 6.5,
      average: 4,
      last: 4.1,
      lastS: 70_020,
    });
  });
});

it('R4.13 the day before is moved onto the moments of the day', () => {
  const before = linesOf(history({ pressure: column([1, 2, null, 4]) }), 'pressure');
  expect(movedOnto([86_425, 86_495, 86_550, 86_600, 90_000], before, 86_400)).toEqual([1, 2, null, 4, null]);
});

it.each([
  [[], 5, undefined],
  [[10], 5, 0],
  [[10, 20, 30], 14, 0],
  [[10, 20, 30], 16, 1],
  [[10, 20, 30], 99, 2],
] as const)('the moment of %j nearest to %d has the index %s', (x, atS, index) =>
  expect(nearest(x, atS)).toBe(index),
);

it('a summary covers the visible values, with the extremes of their buckets', () => {
  const lines = linesOf(history({ pressure: column([9, 3, 5, null]) }), 'pressure');
  expect(summaryOf(lines, 60, 240)).toEqual({ least: 2, most: 6, average: 4, last: 5, lastS: 150 });
  expect(summaryOf(lines, 200, 240)).toBeUndefined();
});

it.each([
  ['on and off', 0, 41, [0, 41]],
  ['always on', 38, 41, undefined],
  ['always off', 0, 0, undefined],
] as const)('a bucket in which the pump was %s', (_case, min, max, expected) =>
  expect(switchedBetween({ min: [min], max: [max] }, 0)).toEqual(expected),
);
