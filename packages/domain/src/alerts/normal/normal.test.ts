import { describe, expect, it } from 'vitest';
import type { UsageHour } from '../../energy/usage-hour.ts';
import { newBlock } from '../../history/rollup.ts';
import { addValue, newSeries } from '../../history/series.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts';
import { type DayFigures, figuresOfDay } from './day-figures.ts';
import { isExplained, judgeNormal } from './normal.ts';

/** A Monday. */
const START = 20_514;

/** A house that varies a little from day to day, in a pattern. */
const usual = (day: number): DayFigures['values'] => ({
  starts: 80 + 8 * ((day * 7) % 3),
  running: 0.9 + 0.1 * ((day * 5) % 3),
  quiet: (day * 3) % 2,
  energy: 0.32 + 0.005 * ((day * 11) % 3),
  ripple: 0.9,
  run: 38 + (day % 3),
});
const house = (count: number, change: (index: number) => Partial<DayFigures> = () => ({})): DayFigures[] =>
  Array.from({ length: count }, (_, index) => ({
    day: START + index,
    bar: 4,
    values: usual(START + index),
    ...change(index),
  }));
/** Changed values from this day on. */
const from = (first: number, values: DayFigures['values']) => (index: number) =>
  index >= first ? { values: { ...usual(START + index), ...values } } : {};

describe('a device that behaves as usual', () => {
  it('raises nothing', () =>
    expect(judgeNormal(house(40))).toMatchObject({ isDifferent: false, isUsual: true, changes: [] }));

  it('is judged from 14 learned days and 3 new ones on', () => {
    expect(judgeNormal(house(16))).toBeUndefined();
    expect(judgeNormal(house(17))).toBeDefined();
  });

  it('raises nothing after one day that is different', () =>
    expect(
      judgeNormal(house(30, (at) => (at === 29 ? { values: { ...usual(0), starts: 400 } } : {}))),
    ).toMatchObject({ isDifferent: false }));

  it('raises nothing for noise of a house that does the same each day', () => {
    const same = { starts: 10, running: 0.2, quiet: 0, energy: 0.3, ripple: 0.9, run: 40 };
    const days = house(30, (at) => ({ values: at < 27 ? same : { ...same, starts: 11, energy: 0.31 } }));
    expect(judgeNormal(days)).toMatchObject({ isDifferent: false });
  });

  it('has weekends of its own', () => {
    const isWeekend = (index: number) => index % 7 >= 5;
    const days = house(28, (at) => ({ values: { ...usual(START + at), starts: isWeekend(at) ? 260 : 80 } }));
    for (const last of [26, 27, 28]) expect(judgeNormal(days.slice(0, last))?.isDifferent).toBe(false);
  });
});

describe('a house that is empty for days', () => {
  const away = { starts: 0, running: 0, quiet: 0 };
  /** Home for two weeks, ten days away, and home again with washing on the first two days. */
  const holiday = (count: number) =>
    house(count, (at) => {
      if (at >= 14 && at < 24) return { values: away };
      const isBack = at >= 24 && at < 26;
      return { values: { ...usual(START + at), ...(isBack && { starts: 170, running: 2.1 }) } };
    });

  it('P13: raises nothing on any day of the holiday and after the return', () => {
    for (let count = 17; count <= 45; count++)
      expect(judgeNormal(holiday(count))?.isDifferent ?? false).toBe(false);
  });

  it('P13: is judged by the days at home: a change after the return is noticed', () => {
    const days = holiday(34).map((day, at) =>
      at >= 27 ? { ...day, values: { ...day.values, starts: 190 } } : day,
    );
    expect(judgeNormal(days)).toMatchObject({ isDifferent: true, changes: [{ metric: 'starts' }] });
  });

  it('a house of weekends is judged by its weekends', () => {
    const days = house(60, (at) => (at % 7 >= 5 ? {} : { values: away }));
    for (let count = 20; count <= 60; count++)
      expect(judgeNormal(days.slice(0, count))?.isDifferent ?? false).toBe(false);
  });
});

describe('a device that changes', () => {
  it('P13: is not noticed for a change that is small in itself, such as 0.69 to 0.73 h', () => {
    const steady = (at: number) => ({ ...usual(0), running: at % 7 >= 5 ? 1.4 : 0.69 });
    const days = house(35, (at) => ({ values: { ...steady(at), ...(at >= 28 && { running: 0.73 }) } }));
    expect(judgeNormal(days)).toMatchObject({ isDifferent: false });
    const quiet = house(35, (at) => ({ values: { ...usual(0), quiet: at >= 28 ? 3.5 : 0 } }));
    expect(judgeNormal(quiet)).toMatchObject({ isDifferent: false });
  });

  it('is noticed after three days, with the usual and the present value, the largest change first', () => {
    const days = house(33, from(30, { quiet: 9, starts: 190 }));
    expect(judgeNormal(days.slice(0, 31))).toMatchObject({ isDifferent: false });
    const verdict = judgeNormal(days);
    expect(verdict).toMatchObject({
      fromDay: START + 30,
      day: START + 32,
      isDifferent: true,
      isUsual: false,
    });
    expect(verdict?.changes.map(({ metric }) => metric)).toEqual(['quiet', 'starts']);
    expect(verdict?.changes[1]).toMatchObject({ now: 190 });
    expect(verdict?.changes[1]?.usual).toBeCloseTo(88, 0);
  });

  it('is noticed when its runs become shorter', () =>
    expect(judgeNormal(house(33, from(30, { run: 25 })))?.changes[0]).toMatchObject({
      metric: 'run',
      now: 25,
    }));

  it('is not noticed when it does less: the house is empty', () =>
    expect(judgeNormal(house(40, from(30, { starts: 2, running: 0, quiet: 0 })))).toMatchObject({
      isDifferent: false,
    }));

  it('is noticed after a week if the change is small', () => {
    const days = house(37, from(30, { run: 34 }));
    expect(judgeNormal(days.slice(0, 33))).toMatchObject({ isDifferent: false });
    expect(judgeNormal(days)).toMatchObject({ isDifferent: true, fromDay: START + 30 });
  });

  it('is not judged while its pressure is another one: the set point was changed', () => {
    const changed = (count: number) =>
      house(30 + count, (at) => (at < 30 ? {} : { bar: 5, values: { starts: 300 } }));
    expect(judgeNormal(changed(3))).toBeUndefined();
    expect(judgeNormal(changed(17))).toMatchObject({ isDifferent: false });
  });

  it('is the new normal after a month', () =>
    expect(judgeNormal(house(90, from(40, { starts: 190 })))).toMatchObject({ isUsual: true }));

  it('is normal if a person says so, and a change of another size is not', () => {
    const accepted = [{ fromDay: START + 30, toDay: START + 32 }];
    const days = (starts: number) => house(36, (at) => from(30, { starts: at < 33 ? 190 : starts })(at));
    expect(judgeNormal(days(190))).toMatchObject({ isDifferent: true });
    expect(judgeNormal(days(190), accepted)).toMatchObject({ isDifferent: false, isUsual: true });
    expect(judgeNormal(days(600), accepted)).toMatchObject({ isDifferent: true });
  });

  it('is not judged by days that were not seen', () =>
    expect(judgeNormal(house(40, (at) => (at % 3 === 0 ? {} : { values: {} })))).toBeUndefined());
});

it('a rule that is open explains the change', () => {
  expect(isExplained(['weak_wifi'])).toBe(false);
  expect(isExplained(['weak_wifi', 'leak'])).toBe(true);
});

describe('the figures of a day', () => {
  const hour = (index: number, change: Partial<UsageHour> = {}): UsageHour => ({
    hourMs: START * DAY_MS + index * HOUR_MS,
    knownMs: HOUR_MS,
    runningMs: 0,
    starts: 0,
    pressureBar: 0,
    pressureMs: 0,
    wasRunning: { first: false, last: false },
    ...change,
  });
  const running = { runningMs: 6 * MINUTE_MS, starts: 3, pressureBar: 4, pressureMs: 6 * MINUTE_MS };
  /** It runs in twenty hours. */
  const hours = Array.from({ length: 24 }, (_, index) => hour(index, index < 4 ? {} : running));
  const block = newBlock(24);
  block.fields.motor_power = newSeries('motor_power', 24);
  block.fields.pressure = newSeries('pressure', 24);
  for (let index = 4; index < 24; index++) {
    addValue(block.fields.motor_power, index, 0.05, HOUR_MS);
    addValue(block.fields.pressure, index, 3.5, HOUR_MS / 2);
    addValue(block.fields.pressure, index, 4.5, HOUR_MS / 2);
  }

  it('are starts, running hours, the quietest six hours, energy by running hour, ripple and length of a run', () =>
    expect(figuresOfDay(START, hours, block)).toEqual({
      day: START,
      bar: 4,
      values: { starts: 60, running: 2, quiet: 12, energy: 0.5, ripple: 1, run: 120 },
    }));

  it('count a start between two hours', () => {
    const between = hours.map((each, index) =>
      index === 8 ? { ...each, wasRunning: { first: true, last: false } } : each,
    );
    expect(figuresOfDay(START, between, block).values.starts).toBe(61);
  });

  it('are scaled to the whole day', () =>
    expect(figuresOfDay(START, hours.slice(0, 22), block).values.starts).toBeCloseTo((54 * 24) / 22, 3));

  it('are unknown if less than 20 hours were seen', () =>
    expect(figuresOfDay(START, hours.slice(0, 19), block)).toEqual({ day: START, values: {} }));

  it('have no energy without a known power', () =>
    expect(figuresOfDay(START, hours, undefined).values).toEqual({
      starts: 60,
      running: 2,
      quiet: 12,
      run: 120,
    }));
});
