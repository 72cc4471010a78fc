import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../time.ts';
import type { Frame } from './frame.ts';
import { listGaps } from './gaps.ts';
import { type HistoryRange, planHistory } from './plan.ts';
import { blockSpan, rollUp } from './rollup.ts';

const NOW_MS = Date.parse('2026-11-16T10:00:30Z');

const plan = (rangeMs: number, change: Partial<HistoryRange> = {}) =>
  planHistory({
    fromMs: NOW_MS - rangeMs,
    toMs: NOW_MS,
    points: 1000,
    nowMs: NOW_MS,
    visibleFromMs: null,
    oldestMs: { raw: NOW_MS - 30 * DAY_MS, minute: NOW_MS - 730 * DAY_MS, hour: NOW_MS - 3650 * DAY_MS },
    ...change,
  });

describe('the source of a graph', () => {
  it.each([
    ['an hour', HOUR_MS, 'raw', 4000, 901],
    ['a day', DAY_MS, 'minute', 120_000, 721],
    ['a week', 7 * DAY_MS, 'minute', 660_000, 918],
    ['30 days', 30 * DAY_MS, 'hour', HOUR_MS, 721],
    ['a year', 365 * DAY_MS, 'hour', 9 * HOUR_MS, 974],
  ])('of %s', (_name, rangeMs, source, stepMs, count) =>
    expect(plan(rangeMs)).toEqual({ source, stepMs, count, fromMs: expect.any(Number) }),
  );

  it('is coarser where the finer one has expired', () => {
    const old = { fromMs: NOW_MS - 40 * DAY_MS, toMs: NOW_MS - 40 * DAY_MS + HOUR_MS };
    expect(plan(0, old)?.source).toBe('minute');
    const older = { fromMs: NOW_MS - 800 * DAY_MS, toMs: NOW_MS - 800 * DAY_MS + HOUR_MS };
    expect(plan(0, older)?.source).toBe('hour');
  });

  it('never has more buckets than points, one at each border aside', () => {
    for (const points of [1, 2, 7, 100, 5000])
      for (const rangeMs of [1000, HOUR_MS, 3 * DAY_MS, 400 * DAY_MS, 3650 * DAY_MS])
        expect(plan(rangeMs, { points })?.count).toBeLessThanOrEqual(points + 1);
  });
});

it('a range from 1970 on begins with the oldest hour that is kept', () => {
  const whole = plan(0, { fromMs: 0, toMs: NOW_MS });
  expect(whole?.fromMs).toBeLessThanOrEqual(NOW_MS - 3650 * DAY_MS);
  expect(whole).toMatchObject({ source: 'hour', stepMs: 88 * HOUR_MS, count: 996 });
});

describe('R4.3c the tenure', () => {
  it('no bucket starts before it, and rollups start after values of the former one have ended', () => {
    const visibleFromMs = NOW_MS - 3 * DAY_MS;
    const week = plan(7 * DAY_MS, { visibleFromMs });
    expect(week?.fromMs).toBeGreaterThanOrEqual(visibleFromMs + 150_000);
    expect(week?.fromMs).toBeLessThan(visibleFromMs + 150_000 + 60_000);
    expect(plan(HOUR_MS, { visibleFromMs: NOW_MS - 1_800_000 })).toMatchObject({ source: 'raw' });
  });

  it('a range before it, in the future or inverted has no buckets', () => {
    expect(
      plan(7 * DAY_MS, { toMs: NOW_MS - 4 * DAY_MS, visibleFromMs: NOW_MS - 3 * DAY_MS }),
    ).toBeUndefined();
    expect(plan(0, { fromMs: NOW_MS + 1000, toMs: NOW_MS + 2000 })).toBeUndefined();
    expect(plan(0, { fromMs: NOW_MS, toMs: NOW_MS - 1000 })).toBeUndefined();
  });
});

it('gaps have their reason, and a board that sends seldom is not offline between its frames', () => {
  const frame = (minute: number, change: Partial<Frame> = {}): Frame => ({
    tsMs: minute * 60_000,
    boot: 1,
    seq: minute,
    fc: 1,
    d: { pressure: 4, rssi: -60 },
    na: [],
    ...change,
  });
  const block = rollUp(
    [
      ...[frame(0), frame(3), frame(4, { fc: 0 }), frame(5, { fc: 0 }), frame(6, { na: ['pressure'] })],
      ...[frame(7), frame(20)],
    ],
    { ...blockSpan('minute', 0), count: 21 },
  );
  const minutes = { stepMs: 60_000, everyMs: 30_000 };
  expect(listGaps(block, 'pressure', minutes)).toEqual([
    { start: 1, end: 3, reason: 'offline' },
    { start: 4, end: 6, reason: 'link_lost' },
    { start: 6, end: 7, reason: 'not_measured' },
    { start: 8, end: 20, reason: 'offline' },
  ]);
  const seldom = { ...minutes, everyMs: 90_000 };
  expect(listGaps(block, 'rssi', seldom)).toEqual([{ start: 8, end: 20, reason: 'offline' }]);
  expect(listGaps(block, 'rssi', { ...minutes, everyMs: 3_600_000 })).toEqual([]);
  expect(listGaps(block, 'load', { ...seldom, pending: { start: 8, end: 19 } }).slice(-2)).toEqual([
    { start: 8, end: 19, reason: 'pending' },
    { start: 20, end: 21, reason: 'not_measured' },
  ]);
});

it('R4.13 a bucket that is not rolled up completely is pending even if a part of it has a value', () => {
  const frames = [0, 30, 40].map(
    (minute): Frame => ({
      tsMs: minute * 60_000,
      boot: 1,
      seq: minute,
      fc: 1,
      d: { pressure: 4 },
      na: [],
    }),
  );
  const block = rollUp(frames, { fromMs: 0, bucketMs: 1_200_000, count: 3 });
  const options = { stepMs: 1_200_000, everyMs: 30_000, pending: { start: 1, end: 2 } };
  expect(listGaps(block, 'pressure', options)).toEqual([{ start: 1, end: 2, reason: 'pending' }]);
});

it('R4.13 buckets before the first frame of the device have no data yet, later ones without a frame are offline', () => {
  const frame: Frame = { tsMs: 120_000, boot: 1, seq: 1, fc: 1, d: { pressure: 4 }, na: [] };
  const block = rollUp([frame], { ...blockSpan('minute', 0), count: 6 });
  const options = { stepMs: 60_000, everyMs: 30_000, firstBucket: 2 };
  expect(listGaps(block, 'pressure', options)).toEqual([
    { start: 0, end: 2, reason: 'no_data_yet' },
    { start: 3, end: 6, reason: 'offline' },
  ]);
});
