import type { HistoryMetric } from '@manoboard/contract/history/history';
import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import { describe, expect, it } from 'vitest';
import { isBoardField } from '../telemetry/last-data.ts';
import { HOUR_MS } from '../time.ts';
import { blockStartMs, CARRY_MS, HOLD_MS, isHourClosed, LEVELS, REACH_MS } from './blocks.ts';
import { compareFrames, type Frame } from './frame.ts';
import { addBlock, type Block, blockSpan, rollUp } from './rollup.ts';
import { hasValue, isMeter } from './series.ts';

const START_MS = Date.parse('2026-03-29T00:00:00Z');

/** A repeatable random number in 0…1. */
function randomOf(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const FIELDS: readonly ReadingField[] = ['pressure', 'frequency_fc', 'electro_meter', 'temperature_mnb'];

/** Hours of a board: full frames once a minute, restarts, pauses, link losses, `na`, meter resets and clock jumps. */
function randomFrames(seed: number, hours: number): Frame[] {
  const random = randomOf(seed);
  const frames: Frame[] = [];
  let [ts, boot, seq, meter, fullTs] = [START_MS - 600_000, 1, 0, 1000, 0];
  let sent: Frame['d'] = {};
  while (ts < START_MS + hours * HOUR_MS) {
    const luck = random();
    if (luck < 0.01) ts += Math.floor(random() * 1800) * 1000;
    else if (luck < 0.02) ts -= Math.floor(random() * 600) * 1000;
    else ts += (random() < 0.2 ? 30 : 5) * 1000 * (luck < 0.05 ? 0 : 1);
    if (random() < 0.005) [boot, seq, fullTs] = [boot + 1, 0, 0];
    meter = random() < 0.003 ? 0 : meter + random() / 100;
    const fc = random() < 0.03 ? 0 : 1;
    const na = FIELDS.filter(() => random() < 0.02);
    const isFull = seq === 0 || Math.abs(ts - fullTs) >= 60_000;
    if (isFull) fullTs = ts;
    const now = {
      ...sent,
      pressure: random() < 0.5 ? Math.round(random() * 60) / 10 : (sent.pressure ?? 4),
      frequency_fc: random() < 0.1 ? 50 * Math.round(random()) : (sent.frequency_fc ?? 0),
      electro_meter: meter,
      temperature_mnb: 30,
    };
    const d = Object.fromEntries(
      Object.entries(now).filter(
        ([field, value]) =>
          !na.includes(field as ReadingField) && (isFull || sent[field as ReadingField] !== value),
      ),
    );
    sent = now;
    frames.push({ tsMs: ts, boot, seq: ++seq, fc, d, na });
  }
  return frames.sort(compareFrames);
}

/** The definition, second by second and without any bucket: the value that holds at a moment. */
function valueAt(frames: readonly Frame[], field: ReadingField, last: number): number | undefined {
  const frame = frames[last];
  if (!frame) return undefined;
  for (let i = last; i >= 0; i--) {
    const earlier = frames[i];
    if (!earlier || earlier.boot !== frame.boot || frame.tsMs - earlier.tsMs > CARRY_MS) return undefined;
    if (earlier.na.includes(field) || (earlier.fc !== 1 && !isBoardField(field))) return undefined;
    const value = earlier.d[field];
    if (value != null) return value;
  }
  return undefined;
}

function recompute(frames: readonly Frame[], field: ReadingField, fromMs: number, toMs: number) {
  const values: number[] = [];
  let [sum, coveredMs, increase] = [0, 0, 0];
  frames.forEach(({ tsMs }, i) => {
    const endMs = Math.min(tsMs + HOLD_MS, frames[i + 1]?.tsMs ?? Number.POSITIVE_INFINITY);
    const ms = Math.max(0, Math.min(endMs, toMs) - Math.max(tsMs, fromMs));
    const value = valueAt(frames, field, i);
    if (value === undefined || (ms === 0 && (tsMs < fromMs || tsMs >= toMs))) return;
    const before = values.at(-1);
    if (before !== undefined) increase += value < before ? value : value - before;
    values.push(value);
    sum += value * ms;
    coveredMs += ms;
  });
  if (values.length === 0) return undefined;
  return {
    coveredMs,
    min: Math.min(...values),
    max: Math.max(...values),
    avg: coveredMs === 0 ? values.at(-1) : sum / coveredMs,
    last: values.at(-1),
    ...(isMeter(field) && { first: values[0], increase }),
  };
}

function figuresOf({ fields }: Block, field: HistoryMetric, index: number) {
  const series = fields[field];
  if (!series || !hasValue(series, index)) return undefined;
  const { coveredMs, min, max, avg, last, meter } = series;
  return {
    coveredMs: coveredMs[index],
    min: min[index],
    max: max[index],
    avg: avg[index],
    last: last[index],
    ...(meter && { first: meter.first[index], increase: meter.increase[index] }),
  };
}

const close2 = (value: unknown) => (typeof value === 'number' ? expect.closeTo(value, 2) : value);
const close = (value: unknown) => (typeof value === 'number' ? expect.closeTo(value, 6) : value);
const closeTo = (figures: object | undefined) =>
  figures && Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, close(value)]));

const minutesOf = (frames: readonly Frame[], hourMs: number) =>
  rollUp(
    frames.filter(({ tsMs }) => tsMs >= hourMs - REACH_MS && tsMs < hourMs + HOUR_MS),
    blockSpan('minute', hourMs),
  );

describe('rollups of random hours with restarts, pauses, lost links, `na`, meter resets and clock jumps', () => {
  const seeds = Array.from({ length: 12 }, (_, i) => i + 1);

  it.each(seeds)('minutes equal a recomputation from the frames (seed %i)', (seed) => {
    const frames = randomFrames(seed, 2);
    const block = minutesOf(frames, START_MS + HOUR_MS);
    for (let minute = 0; minute < 60; minute++) {
      const fromMs = START_MS + HOUR_MS + minute * 60_000;
      for (const field of FIELDS)
        expect(figuresOf(block, field, minute)).toEqual(
          closeTo(recompute(frames, field, fromMs, fromMs + 60_000)),
        );
    }
    expect([...block.frames].reduce((sum, n) => sum + n, 0)).toBe(
      frames.filter(({ tsMs }) => tsMs >= START_MS + HOUR_MS && tsMs < START_MS + 2 * HOUR_MS).length,
    );
  });

  it.each(seeds)(
    'an hour merged from its minutes equals the hour rolled up from frames (seed %i)',
    (seed) => {
      const frames = randomFrames(seed, 1);
      const merged = rollUp([], { fromMs: START_MS, bucketMs: HOUR_MS, count: 1 });
      addBlock(merged, minutesOf(frames, START_MS), () => 0);
      const direct = rollUp(frames, { fromMs: START_MS, bucketMs: HOUR_MS, count: 1 });
      for (const field of READING_FIELDS)
        expect(figuresOf(merged, field, 0)).toEqual(closeTo(figuresOf(direct, field, 0)));
      expect(merged.seenMs[0]).toBe(direct.seenMs[0]);
      expect(merged.linkLostMs[0]).toBe(direct.linkLostMs[0]);
    },
  );

  it.each(seeds)('a late frame changes only hours that it reaches (seed %i)', (seed) => {
    const all = randomFrames(seed, 3);
    const late = all[Math.floor(randomOf(seed)() * all.length)];
    const without = all.filter((frame) => frame !== late);
    const reached = [late?.tsMs ?? 0, (late?.tsMs ?? 0) + REACH_MS].map((ms) => blockStartMs('minute', ms));
    for (const hour of [0, 1, 2].map((n) => START_MS + n * HOUR_MS))
      if (!reached.includes(hour)) expect(minutesOf(without, hour)).toEqual(minutesOf(all, hour));
  });
});

describe('one minute', () => {
  const frame = (s: number, d: Frame['d'], more: Partial<Frame> = {}): Frame => ({
    tsMs: START_MS + s * 1000,
    boot: 1,
    seq: s + 1000,
    fc: 1,
    d,
    na: [],
    ...more,
  });
  const minute = (frames: Frame[]) => rollUp(frames, { ...blockSpan('minute', START_MS), count: 1 });

  it('the average is weighted by time, and a spike of one frame stays in min and max', () => {
    const block = minute([
      frame(0, { pressure: 4 }),
      frame(50, { pressure: 9 }),
      frame(50, { pressure: 1 }, { seq: 2000 }),
      frame(55, { pressure: 4 }),
    ]);
    expect(figuresOf(block, 'pressure', 0)).toMatchObject({
      coveredMs: 60_000,
      min: 1,
      max: 9,
      avg: 3.75,
      last: 4,
    });
  });

  it('offline, a lost link and a field that is not measurable are told apart', () => {
    const block = minute([
      frame(-60, { pressure: 4, temperature_mnb: 30 }),
      frame(10, { temperature_mnb: 31 }, { fc: 0 }),
      frame(30, { pressure: 4 }, { na: ['temperature_mnb'] }),
    ]);
    expect([block.seenMs[0], block.linkLostMs[0]]).toEqual([50_000, 20_000]);
    expect(figuresOf(block, 'pressure', 0)?.coveredMs).toBe(30_000);
    expect(figuresOf(block, 'temperature_mnb', 0)).toMatchObject({ coveredMs: 20_000, min: 31, max: 31 });
  });

  it('a converter value from the cache of a board without the link is ignored', () =>
    expect(minute([frame(0, { pressure: 4 }, { fc: 0 })]).fields.pressure).toBeUndefined());

  it.each([
    ['the torque in N·m', { motor_power: 1.1, motor_rpm: 2870 }, 3.66],
    ['the torque of a motor that turns backwards', { motor_power: 1.1, motor_rpm: -2870 }, 3.66],
    ['0 while the motor is stopped', { motor_power: 0.01, motor_rpm: 0 }, 0],
    ['unknown while the motor starts', { motor_power: 0.02, motor_rpm: 299 }, undefined],
    ['unknown without the speed', { motor_power: 1.1 }, undefined],
    ['unknown without the power', { motor_rpm: 2870 }, undefined],
  ])('R4.13 the load is %s', (_title, d, expected) =>
    expect(minute([frame(0, d)]).fields.load?.max[0]).toEqual(close2(expected)),
  );

  it('R4.13 the load is unknown as soon as the power or the speed cannot be measured', () => {
    const block = minute([
      frame(0, { motor_power: 1.1, motor_rpm: 2870 }),
      frame(20, {}),
      frame(30, {}, { na: ['motor_rpm'] }),
    ]);
    expect(figuresOf(block, 'load', 0)).toMatchObject({ coveredMs: 30_000 });
    expect(figuresOf(block, 'motor_power', 0)).toMatchObject({ coveredMs: 60_000 });
  });

  it('R4.13 the flow is estimated with the curve of the pump card of that time, and is unknown before the first', () => {
    const curve = [
      { lpm: 0, m: 50, w: 900 },
      { lpm: 60, m: 40, w: 1500 },
    ];
    const cards = [
      { fromMs: START_MS + 20_000, values: { curve } },
      { fromMs: START_MS + 40_000, values: { curve, no_flow_w: 1000 } },
    ];
    const frames = [0, 20, 40].map((atS) => frame(atS, { motor_power: 1.2, frequency_fc: 50 }));
    const block = rollUp(
      frames,
      { ...blockSpan('minute', START_MS), count: 1 },
      ['flow', 'flow_error'],
      cards,
    );
    expect(figuresOf(block, 'flow', 0)).toMatchObject({
      coveredMs: 40_000,
      max: 30,
      min: close2(20),
      avg: 25,
    });
    expect(figuresOf(block, 'flow_error', 0)).toMatchObject({ last: close2(7.6) });
    expect(minute(frames).fields.flow).toBeUndefined();
  });

  it('a meter counts across its reset', () => {
    const block = minute([5, 7, 0.5, 1].map((electro_meter, i) => frame(i * 10, { electro_meter })));
    expect(figuresOf(block, 'electro_meter', 0)).toMatchObject({ first: 5, last: 1, increase: 3 });
  });
});

it('an hour is rolled up after every frame that is not late has been committed', () => {
  const hourMs = blockStartMs('minute', START_MS + 1);
  expect(hourMs).toBe(START_MS);
  expect(blockStartMs('hour', START_MS + LEVELS.hour.blockMs - 1)).toBe(START_MS);
  expect(isHourClosed(hourMs, hourMs + HOUR_MS + 179_999)).toBe(false);
  expect(isHourClosed(hourMs, hourMs + HOUR_MS + 180_000)).toBe(true);
});
