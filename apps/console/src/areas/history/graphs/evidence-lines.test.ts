import { expect, it } from 'vitest';
import { changeOf, evidenceBounds, evidenceFields } from './evidence-lines.ts';
import { NO_LINES } from './series.ts';

it('the graph of an alert has at most three panels; the required pressure is a line of the pressure', () => {
  const fields = ['pressure', 'required_pressure', 'frequency_fc', 'motor_power', 'rssi'] as const;
  expect(evidenceFields(fields).map(({ field }) => field)).toEqual([
    'pressure',
    'frequency_fc',
    'motor_power',
  ]);
});

it('the change is from the median before the condition to the median while it held', () => {
  const lines = { ...NO_LINES, x: [10, 20, 30, 40, 50, 60], avg: [4, 4, 9, 0.3, undefined, 5] };
  expect(changeOf(lines, 35, 50)).toEqual({ was: 4, is: 0.3 });
});

it('the value while the condition held is never the mean of a bucket that began before it', () => {
  // Buckets of a minute; 184 V since 170 s, so the third one holds 325 V and 184 V.
  const x = [30, 90, 150, 210];
  const lines = {
    ...NO_LINES,
    x,
    avg: [325, 326, 299.5, 184],
    min: [324, 325, 183.6, 183],
    max: [327, 327, 326, 185],
  };
  expect(changeOf(lines, 170, 175)).toEqual({ was: 326, is: 183.6 });
  expect(changeOf(lines, 170, 175, 184.2)).toEqual({ was: 326, is: 184.2 });
});

it('the range around a condition of seconds is short enough to see its zone', () => {
  const { fromS, toS } = evidenceBounds({ from: 0, to: 3600 }, 1800, 1810);
  expect([fromS, toS]).toEqual([1380, 2050]);
});

it('a gap has no value: neither before the condition nor while it held', () => {
  const lines = { ...NO_LINES, x: [10, 20, 30], avg: [null, null, null] };
  expect(changeOf(lines, 25, 30)).toEqual({ was: undefined, is: undefined });
});

it('the range shows the evidence around the condition and leaves room on both sides of the condition', () => {
  expect(evidenceBounds({ from: 1000, to: 2000 }, 1800, 2000)).toEqual({ fromS: 1000, toS: 2400 });
  expect(evidenceBounds({ from: 1900, to: 4000 }, 1900, 2000)).toEqual({ fromS: 1840, toS: 2800 });
});
