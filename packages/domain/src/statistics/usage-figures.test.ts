import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../time.ts';
import { addUsage, elapsedOf, type PeriodUsage, sumOnline, usageFigures } from './usage-figures.ts';

const usage = (change: Partial<PeriodUsage> = {}): PeriodUsage => ({
  hasMeter: true,
  kwh: 1,
  knownMs: HOUR_MS,
  runningMs: HOUR_MS / 2,
  starts: 2,
  barMs: 4 * HOUR_MS,
  pressureMs: HOUR_MS,
  onlineMs: HOUR_MS,
  elapsedMs: 2 * HOUR_MS,
  alarms: 1,
  ...change,
});
const nothing = usage({
  hasMeter: false,
  kwh: 0,
  knownMs: 0,
  runningMs: 0,
  starts: 0,
  barMs: 0,
  pressureMs: 0,
  onlineMs: 0,
  elapsedMs: 0,
  alarms: 0,
});

describe('R2.1 the figures of a period', () => {
  it('have hours, kWh, the average pressure and the share of the time online', () => {
    expect(usageFigures(usage())).toEqual({
      kwh: 1,
      running_h: 0.5,
      starts: 2,
      bar: 4,
      online: 0.5,
      alarms: 1,
    });
  });

  it('are unknown, not 0, where nothing was measured', () => {
    expect(usageFigures(nothing)).toEqual({
      kwh: null,
      running_h: null,
      starts: null,
      bar: null,
      online: null,
      alarms: 0,
    });
  });

  it('of several devices are sums, the pressure weighted by time; one without data changes nothing', () => {
    const low = usage({ barMs: 6 * HOUR_MS, pressureMs: 3 * HOUR_MS, onlineMs: 2 * HOUR_MS });
    expect(usageFigures(addUsage([usage(), low, nothing]))).toEqual({
      kwh: 2,
      running_h: 1,
      starts: 4,
      bar: 2.5,
      online: 0.75,
      alarms: 2,
    });
  });
});

describe('the recorded time', () => {
  const starts = [0, 10, 20].map((hours) => hours * HOUR_MS);

  it('begins with the first hour of the device and ends with the last one that is rolled up', () => {
    const recorded = { starts, fromMs: 4 * HOUR_MS, toMs: 23 * HOUR_MS };
    expect(elapsedOf(recorded)).toEqual([6 * HOUR_MS, 10 * HOUR_MS, 3 * HOUR_MS]);
    expect(elapsedOf({ ...recorded, toMs: 15 * HOUR_MS })).toEqual([6 * HOUR_MS, 5 * HOUR_MS, 0]);
  });

  it('counts the hours online by the period in which they start, and none outside of it', () => {
    const hours = [-1, 3, 9, 10, 22, 23].map((hour) => ({ hourMs: hour * HOUR_MS, seenMs: 1 }));
    expect(sumOnline(hours, { starts, fromMs: 4 * HOUR_MS, toMs: 23 * HOUR_MS })).toEqual([1, 1, 1]);
  });
});
