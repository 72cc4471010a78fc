import { describe, expect, it } from 'vitest';
import type { Frame } from '../history/frame.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { zoneOf } from '../time-zone.ts';
import { changeOf } from './change.ts';
import { figuresOf, heatOf, specificBand, sumUsage, type Usage } from './energy.ts';
import { meterUse } from './meter.ts';
import { planEnergy } from './period.ts';
import { dueMonth } from './report.ts';
import { lowRateOf, type Tariff } from './tariff.ts';
import { type UsageHour, usageOfHour } from './usage-hour.ts';

const BRATISLAVA = zoneOf('Europe/Bratislava');
const T0 = Date.parse('2026-11-02T00:00:00Z');
const never = () => false;
const iso = (ms = Number.NaN) => new Date(ms).toISOString().slice(0, 16);

function randomOf(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const frame = (tsMs: number, d: Frame['d'], boot = 1): Frame => ({
  tsMs,
  boot,
  seq: tsMs / 1000,
  fc: 1,
  na: [],
  d,
});

/** Frames every 30 s with resets, exchanged boards and pauses. */
function randomFrames(seed: number, hours: number): Frame[] {
  const random = randomOf(seed);
  const frames: Frame[] = [];
  let [ts, meter, boot, isOn] = [T0, 1000, 1, false];
  while (ts < T0 + hours * HOUR_MS) {
    if (random() < 0.1) isOn = !isOn;
    if (random() < 0.003) meter = 0;
    if (random() < 0.003) [meter, boot] = [random() * 9000, boot + 1];
    if (isOn) meter += random() / 50;
    const d = { frequency_fc: isOn ? 40 : 0, pressure: 3 + random(), electro_meter: meter };
    frames.push(frame(ts, d, boot));
    ts += random() < 0.01 ? Math.ceil(random() * 300) * 60_000 : 30_000;
  }
  return frames;
}

const usageOf = (frames: readonly Frame[], hours: number): UsageHour[] =>
  Array.from({ length: hours }, (_, i) => {
    const hourMs = T0 + i * HOUR_MS;
    const near = frames.filter(({ tsMs }) => tsMs >= hourMs - 150_000 && tsMs < hourMs + HOUR_MS);
    return usageOfHour(near, hourMs);
  }).filter((usage) => usage !== undefined);

describe('usage of random days with pauses, meter resets and exchanged boards', () => {
  it.each([1, 2, 3, 4])('equals a recomputation from frames, in any buckets (seed %i)', (seed) => {
    const hours = 72;
    const frames = randomFrames(seed, hours);
    let [kwh, runningMs, starts] = [0, 0, 0];
    frames.forEach(({ tsMs, d }, i) => {
      const next = frames[i + 1];
      const endMs = Math.min(tsMs + 60_000, next?.tsMs ?? tsMs + 60_000, T0 + hours * HOUR_MS);
      if (d.frequency_fc) runningMs += endMs - tsMs;
      if (!next) return;
      kwh += meterUse(d.electro_meter ?? 0, next.d.electro_meter ?? 0, next.tsMs - tsMs);
      if (!d.frequency_fc && next.d.frequency_fc) starts += 1;
    });
    const toMs = T0 + hours * HOUR_MS;
    for (const stepMs of [HOUR_MS, DAY_MS, hours * HOUR_MS]) {
      const bucketStarts = Array.from({ length: (hours * HOUR_MS) / stepMs }, (_, i) => T0 + i * stepMs);
      const sums = sumUsage(usageOf(frames, hours), { starts: bucketStarts, toMs }, never);
      const total = (name: 'kwh' | 'runningMs' | 'starts') =>
        sums.reduce((sum, usage) => sum + usage[name], 0);
      expect(total('kwh')).toBeCloseTo(kwh, 6);
      expect(total('runningMs')).toBe(runningMs);
      expect(total('starts')).toBe(starts);
    }
  });
});

describe('the meter', () => {
  it.each([
    ['counts', 10, 10.5, HOUR_MS, 0.5],
    ['counts from 0 after a reset', 1284, 0.3, HOUR_MS, 0.3],
    ['of a lower-counting replacement is another meter', 1284, 800, HOUR_MS, 0],
    ['of a higher-counting replacement is another meter', 1284, 5000, HOUR_MS, 0],
    ['that steps back by its rounding has counted nothing', 1284.1, 1284, 5000, 0],
    ['may show a step of its rounding at once', 1284, 1284.1, 0, 0.1],
  ])('%s', (_rule, before, after, ms, use) => expect(meterUse(before, after, ms)).toBeCloseTo(use, 9));
});

const hour = (index: number, change: Partial<UsageHour> = {}): UsageHour => ({
  hourMs: T0 + index * HOUR_MS,
  knownMs: HOUR_MS,
  runningMs: 0,
  starts: 0,
  pressureBar: 0,
  pressureMs: 0,
  ...change,
});
const meterOf = (index: number, firstKwh: number, lastKwh: number): Partial<UsageHour> => ({
  meter: {
    firstMs: T0 + index * HOUR_MS,
    firstKwh,
    useKwh: lastKwh - firstKwh,
    lastMs: T0 + (index + 1) * HOUR_MS,
    lastKwh,
  },
});
const TARIFF: Tariff & { co2_g: number } = { price: 0.2, low_price: null, low_hours: [], co2_g: 110 };

describe('gaps', () => {
  it('energy of a gap is spread over it, and the running time of a gap is unknown', () => {
    const hours = [hour(0, meterOf(0, 5, 6)), hour(5, meterOf(5, 10, 10.5))];
    const starts = [0, 1, 2, 3, 4, 5].map((i) => T0 + i * HOUR_MS);
    const sums = sumUsage(hours, { starts, toMs: T0 + 6 * HOUR_MS }, never);
    expect(sums.map(({ kwh }) => kwh)).toEqual([1, 1, 1, 1, 1, 0.5]);
    expect(sums.map((sum) => figuresOf(sum, HOUR_MS, TARIFF).running_h)).toEqual([
      0,
      null,
      null,
      null,
      null,
      0,
    ]);
    expect(sums.map((sum) => figuresOf(sum, HOUR_MS, TARIFF).measured)).toEqual([1, 0, 0, 0, 0, 1]);
  });

  it('a span without any value is unknown, not 0', () => {
    const [sum] = sumUsage([], { starts: [T0], toMs: T0 + DAY_MS }, never);
    expect(sum && figuresOf(sum, DAY_MS, TARIFF)).toEqual({
      kwh: null,
      low_kwh: null,
      running_h: null,
      starts: null,
      bar: null,
      kwh_per_h: null,
      cost: null,
      co2_kg: null,
      measured: 0,
    });
  });

  it('the specific energy leaves out energy that was used during gaps', () => {
    const running = { runningMs: HOUR_MS };
    const hours = [
      hour(0, { ...meterOf(0, 5, 6), ...running }),
      hour(5, { ...meterOf(5, 10, 11), ...running }),
    ];
    const [sum] = sumUsage(hours, { starts: [T0], toMs: T0 + DAY_MS }, never);
    expect(sum && figuresOf(sum, DAY_MS, TARIFF)).toMatchObject({ kwh: 6, kwh_per_h: 1, running_h: 2 });
  });
});

describe('the cost', () => {
  it('has two rates by clock and weekday of the zone', () => {
    const night = 0b111111; // 0:00 to 6:00
    const tariff = { ...TARIFF, low_price: 0.1, low_hours: [night, 0, 0, 0, 0, 0, 0] };
    // Monday 00:00 UTC is 1:00 in Bratislava: five low hours follow.
    const hours = Array.from({ length: 24 }, (_, i) => hour(i, meterOf(i, i, i + 1)));
    const [sum] = sumUsage(hours, { starts: [T0], toMs: T0 + DAY_MS }, lowRateOf(tariff, BRATISLAVA));
    const figures = sum && figuresOf(sum, DAY_MS, tariff);
    expect(figures).toMatchObject({ kwh: 24, low_kwh: 5, cost: 4.3, co2_kg: 2.64 });
  });

  it('is unknown without a price', () => {
    const [sum] = sumUsage([hour(0, meterOf(0, 5, 6))], { starts: [T0], toMs: T0 + DAY_MS }, never);
    expect(sum && figuresOf(sum, DAY_MS, { ...TARIFF, price: null }).cost).toBeNull();
  });
});

describe('calendar periods', () => {
  const plan = (period: 'day' | 'week' | 'month' | 'year', date: string, now: string, zone = BRATISLAVA) =>
    planEnergy({ zone, period, wallMs: Date.parse(`${date}T12:00Z`), nowMs: Date.parse(now) });

  it.each([
    ['a spring day has 23 hours', 'day', '2026-03-29', 23],
    ['an autumn day has 25 hours', 'day', '2026-10-25', 25],
    ['a usual day has 24 hours', 'day', '2026-11-10', 24],
    ['a week has 7 days', 'week', '2026-10-25', 7],
    ['a month has its days', 'month', '2026-02-10', 28],
    ['a year has 12 months', 'year', '2026-02-10', 12],
  ] as const)('%s', (_name, period, date, count) =>
    expect(plan(period, date, '2027-06-01T00:00Z').starts).toHaveLength(count),
  );

  it('weeks start on Monday, at midnight of the zone', () => {
    const { fromMs, toMs } = plan('week', '2026-10-25', '2027-06-01T00:00Z');
    expect([iso(fromMs), iso(toMs)]).toEqual(['2026-10-18T22:00', '2026-10-25T23:00']);
  });

  it('a whole month is compared with the whole month before', () => {
    const { comparison } = plan('month', '2026-10-05', '2026-11-16T12:00Z');
    expect(iso(comparison?.now.fromMs)).toBe('2026-09-30T22:00');
    expect(iso(comparison?.before.fromMs)).toBe('2026-08-31T22:00');
    expect(iso(comparison?.before.toMs)).toBe('2026-09-30T22:00');
  });

  it('a part of a month is compared with the same days of the month before', () => {
    const { comparison } = plan('month', '2026-11-16', '2026-11-16T12:40Z');
    expect(iso(comparison?.now.toMs)).toBe('2026-11-16T12:00');
    // 13:00 of the 16th in both months; the clock has changed between.
    expect(iso(comparison?.before.toMs)).toBe('2026-10-16T11:00');
  });

  it('the last days of a month that is longer than the one before are compared with nothing', () => {
    const { comparison } = plan('month', '2026-03-30', '2026-03-30T12:40Z');
    expect(iso(comparison?.now.toMs)).toBe('2026-03-28T23:00');
    expect(iso(comparison?.before.toMs)).toBe('2026-02-28T23:00');
  });

  it('the first minutes of a period are not compared', () =>
    expect(plan('month', '2026-11-01', '2026-10-31T23:20Z').comparison).toBeUndefined());

  it('equal parts hold the same whole hours in a zone with half an hour', () => {
    const { comparison } = plan('day', '2026-11-16', '2026-11-16T08:40Z', zoneOf('Asia/Kolkata'));
    // Hours are stored by UTC: the one from 8:00 is not over at 14:10 in Kolkata.
    expect(iso(comparison?.now.toMs)).toBe('2026-11-16T08:00');
    expect(iso(comparison?.before.toMs)).toBe('2026-11-15T08:00');
  });

  it('a midnight that the clock skips starts the day at the change', () => {
    const cairo = zoneOf('Africa/Cairo');
    const { fromMs, starts } = plan('day', '2026-04-24', '2027-01-01T00:00Z', cairo);
    expect([iso(fromMs), starts.length]).toEqual(['2026-04-23T22:00', 23]);
  });
});

it('the heat map has minutes per hour by weekday, and null where nothing was measured', () => {
  const heat = heatOf(
    [hour(5, { runningMs: HOUR_MS / 2 }), hour(5 + 7 * 24, { runningMs: 0 })],
    { fromMs: T0, toMs: T0 + 14 * DAY_MS },
    BRATISLAVA,
  );
  expect(heat[6]).toBe(15);
  expect(heat.filter((value) => value !== null)).toHaveLength(1);
});

it('the band of the specific energy needs two weeks of days', () => {
  const dayOf = (kwh: number) => ({
    hasMeter: true,
    kwh,
    lowKwh: 0,
    gapKwh: 0,
    knownMs: DAY_MS,
    runningMs: HOUR_MS,
    starts: 1,
    barMs: 0,
    pressureMs: 0,
  });
  const days = Array.from({ length: 21 }, (_, i) => dayOf(1 + i / 10));
  expect(specificBand(days)).toEqual({ low: 1.2, high: 2.8 });
  expect(specificBand(days.slice(0, 13))).toBeNull();
});

describe('the monthly report', () => {
  it.each([
    ['before 6:00 of the 1st the month is not due', '2026-12-01T04:59Z', '2026-10'],
    ['from 6:00 of the 1st it is', '2026-12-01T05:00Z', '2026-11'],
    ['and for the whole month after', '2026-12-31T22:00Z', '2026-11'],
  ])('%s', (_rule, now, month) =>
    expect(dueMonth(BRATISLAVA, Date.parse(now)).toISOString().slice(0, 7)).toBe(month),
  );
});

it('nothing is compared with an unknown value, with 0, or with a part that was hardly measured', () => {
  const figures = {
    ...figuresOf(sumUsage([], { starts: [T0], toMs: T0 + 1 }, never)[0] as Usage, 1, TARIFF),
    measured: 1,
  };
  const span = { from: 0, to: 1 };
  const change = (now: number | null, before: number | null, measured = 1) =>
    changeOf(
      {
        comparison: {
          now: { ...figures, ...span, kwh: now },
          before: { ...figures, ...span, kwh: before, measured },
        },
      },
      'kwh',
    );
  expect(change(9, 10)?.share).toBeCloseTo(-0.1, 9);
  expect(change(9, 0)).toBeUndefined();
  expect(change(9, null)).toBeUndefined();
  expect(change(null, 9)).toBeUndefined();
  expect(change(9, 10, 0.5)).toBeUndefined();
  expect(changeOf({ comparison: null }, 'kwh')).toBeUndefined();
});
