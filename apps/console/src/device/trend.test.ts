import { describe, expect, it } from 'vitest';
import { measured, T } from '../testing/live-page.tsx';
import { linesOf, newestOf, placeLines, trendOf } from './trend.ts';

const STEP_S = 900;
/** Buckets of a quarter of an hour; null is a bucket without a value. */
const buckets = (...values: (number | null)[]) => ({
  t: values.map((_, at) => T + at * STEP_S),
  step_s: STEP_S,
  min: values,
  max: values,
  avg: values,
  last: values,
  gaps: [],
});
/** A gap of these buckets, without the last one. */
const gap = (from: number, to: number) => ({ from: T + from * STEP_S, to: T + to * STEP_S });
const timesOf = (lines: { t: number }[][]) => lines.map((line) => line.map(({ t }) => (t - T) / STEP_S));

describe('the lines of a history', () => {
  it('end at a gap and begin again after it', () => {
    const lines = linesOf({ ...buckets(1, 2, null, 4, 5), gaps: [gap(2, 3)] });
    expect(timesOf(lines)).toEqual([
      [0, 1],
      [3, 4],
    ]);
  });

  it('continue over buckets without a frame that are not a gap', () => {
    expect(timesOf(linesOf(buckets(1, null, 3)))).toEqual([[0, 2]]);
  });

  it('are as long as a bucket for a single value', () => {
    const lines = linesOf({ ...buckets(null, 2, null), gaps: [gap(0, 1), gap(2, 3)] });
    expect(timesOf(lines)).toEqual([[1, 2]]);
  });

  it.each([
    ['of the open bucket extends the last line', 2.5, [[0, 1, 2, 2.5]]],
    ['within two buckets extends it, too', 3.5, [[0, 1, 2, 3.5]]],
    ['after an unknown time does not', 5, [[0, 1, 2]]],
    ['before the last bucket does not', 1.5, [[0, 1, 2]]],
  ])('a measurement %s', (_case, at, expected) => {
    expect(timesOf(linesOf(buckets(1, 2, 3), { t: T + at * STEP_S, value: 4 }))).toEqual(expected);
  });
});

it('a value beyond the scale is placed at its edge', () => {
  const [line = []] = placeLines(linesOf(buckets(-1, 3, 9)), {
    from: T,
    to: T + 2 * STEP_S,
    low: 0,
    high: 6,
  });
  expect(line.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [0.5, 0.5],
    [1, 1],
  ]);
});

describe('the trend of a field', () => {
  const history = (...values: number[]) => {
    const { t, step_s, ...series } = buckets(...values);
    return { level: 'minute' as const, t, step_s, to: 0, since: null, series: { pressure: series } };
  };

  it('is scaled by the extremes of its buckets: spikes stay', () => {
    const day = history(2, 3, 4);
    day.series.pressure.max = [2, 7, 4];
    const [line = []] = trendOf(day, 'pressure', undefined, 0.2);
    expect(line.map(({ high }) => high)).toEqual([0, 1, 0.4]);
  });

  it('is a horizontal line in the middle for a steady value', () => {
    const [line = []] = trendOf(history(4, 4), 'pressure', undefined, 0.2);
    expect(line.map(({ y }) => Number(y.toFixed(6)))).toEqual([0.5, 0.5]);
  });

  it('is empty for a field without history', () => {
    expect(trendOf(history(4, 4), 'rssi', measured({ rssi: -60 }), 1)).toEqual([]);
  });
});

it('the newest measurement has the time of its field, and is missing for a field that was never measured', () => {
  const frame = measured({ pressure: 4 }, { older: { pressure: T - 50 } });
  expect(newestOf(frame, 'pressure')).toEqual({ t: T - 50, value: 4 });
  expect(newestOf(measured({ pressure: null }), 'pressure')).toBeUndefined();
  expect(newestOf(undefined, 'pressure')).toBeUndefined();
});
