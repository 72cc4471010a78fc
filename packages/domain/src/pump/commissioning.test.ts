import type { CommissioningPoint, CommissioningResult } from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { describe, expect, it } from 'vitest';
import { judgeStep, measuredValues } from './commissioning.ts';

/** Pumps that the simulator does not have: power at a closed valve, pressure rise at 50 Hz, suction pressure. */
const PUMPS = [
  ['0.37 kW on a cistern', { noFlowW: 214, riseBar: 4.2, suctionBar: 0.1 }],
  ['1.5 kW in a well of 18 m', { noFlowW: 860, riseBar: 7.2, suctionBar: -1.8 }],
  ['4 kW behind mains of 2.5 bar', { noFlowW: 2350, riseBar: 11, suctionBar: 2.5 }],
] as const;
type Pump = Record<'noFlowW' | 'riseBar' | 'suctionBar', number>;

/** A repeatable error between -1 and 1. */
const wobble = (at: number) => Math.sin(12.9898 * at) * 0.99;
const resolved = (value: number, step: number) => Math.round(value / step) * step;

const point = (change: Partial<CommissioningPoint>): CommissioningPoint => ({
  at: 0,
  hz: 0,
  kw: 0,
  bar: 3,
  a: 0,
  on: true,
  required_bar: 4,
  ...change,
});

/** A sweep against a closed valve from rest: ramp, slow rise of the speed, stop. */
function sweep({ noFlowW, riseBar, suctionBar }: Pump, speeds: readonly number[], load = 1) {
  const turning = speeds.map((hz, index) =>
    point({
      at: 3 + index,
      hz,
      kw: resolved((load * noFlowW * (hz / 50) ** 3) / 1000 + 0.003 * wobble(index), 0.01),
      bar: resolved(suctionBar + riseBar * (hz / 50) ** 2 + 0.01 * wobble(index), 0.01),
    }),
  );
  const lastBar = turning.at(-1)?.bar ?? 0;
  const still = [0, 1, 2, 3].map((s) => point({ at: 3 + speeds.length + s, bar: lastBar }));
  return [
    point({ bar: suctionBar }),
    point({ at: 1, hz: 12, kw: 0.1, bar: suctionBar + 0.2 }),
    ...turning,
    ...still,
  ];
}
const SLOW = Array.from({ length: 20 }, (_, index) => 26 + index);
const NO_FACTS = { card: {}, entry: {} };
const closed = (points: readonly CommissioningPoint[], card: PumpValues = {}) =>
  judgeStep('closed_valve', points, { card, entry: {} });

describe('the closed-valve run', () => {
  it.each(PUMPS)('finds power and pressure at no flow of a pump of %s within 4 %%', (_name, pump) => {
    const { is_accepted, remarks, figures } = closed(sweep(pump, SLOW));
    expect({ is_accepted, remarks }).toEqual({ is_accepted: true, remarks: [] });
    expect(figures.no_flow_w ?? 0).toBeGreaterThan(0.96 * pump.noFlowW);
    expect(figures.no_flow_w ?? 0).toBeLessThan(1.04 * pump.noFlowW);
    expect(Math.abs((figures.no_flow_bar ?? 0) - pump.riseBar)).toBeLessThan(0.04 * pump.riseBar);
    expect(figures).toMatchObject({ points: 19, low_hz: 27, high_hz: 45 });
  });

  const [, [, well]] = PUMPS;
  it('is not accepted when the flow changes: the points do not fit P = k·f³', () => {
    const points = sweep(well, SLOW).map((found, index) => ({
      ...found,
      kw: found.kw === null ? null : found.kw * (1 + 0.6 * Math.max(0, 1 - index / 12)),
    }));
    expect(closed(points)).toMatchObject({ is_accepted: false, remarks: ['scattered'] });
  });

  it('is not accepted when the pressure falls after the stop: water leaves', () => {
    const points = sweep(well, SLOW).map((found, index, all) =>
      index < all.length - 4 ? found : { ...found, bar: 4 - 0.2 * (index - all.length + 4) },
    );
    expect(closed(points)).toMatchObject({ is_accepted: false, remarks: ['pressure_falls'] });
  });

  it('without a stop in the recording remarks that flow is not excluded', () => {
    expect(closed(sweep(well, SLOW).slice(0, -4))).toMatchObject({
      is_accepted: true,
      remarks: ['flow_not_excluded'],
    });
  });

  it('at one speed gives the power, and the pressure only if the card has the supply pressure', () => {
    const points = sweep(
      well,
      Array.from({ length: 12 }, () => 40),
    );
    const alone = closed(points);
    expect(alone).toMatchObject({ is_accepted: true, remarks: ['narrow_span', 'no_suction'] });
    expect(alone.figures).not.toHaveProperty('no_flow_bar');
    const { figures } = closed(points, { supply_bar: -1.8 });
    expect(figures.no_flow_bar).toBeCloseTo(7.2, 1);
  });

  it.each([
    ['too_few_points', sweep(well, [30, 31, 32])],
    ['not_running', [point({}), point({ at: 1 })]],
    ['not_running', sweep(well, SLOW).map((found) => ({ ...found, kw: null }))],
  ] as const)('with %s is not accepted and has no number', (remark, points) => {
    const { is_accepted, remarks, figures } = closed(points);
    expect([is_accepted, remarks]).toEqual([false, [remark]]);
    expect(figures).not.toHaveProperty('no_flow_w');
  });
});

describe('the direction of rotation', () => {
  const [, , [, mains]] = PUMPS;
  const judge = (points: readonly CommissioningPoint[], card: PumpValues = {}) =>
    judgeStep('rotation', points, { card, entry: {} });

  it('is accepted by a pressure that rises, and says that nothing was compared', () => {
    expect(judge(sweep(mains, SLOW))).toMatchObject({ is_accepted: true, remarks: ['not_compared'] });
  });
  it('is compared with the closed-valve pressure of the card', () => {
    const card = { pump_head_m: 110, supply_bar: 2.5 };
    expect(judge(sweep(mains, SLOW), card)).toMatchObject({ is_accepted: true, remarks: [] });
    const backwards = sweep({ ...mains, riseBar: 0.55 * mains.riseBar }, SLOW);
    expect(judge(backwards, card)).toMatchObject({ is_accepted: false, remarks: ['below_card'] });
  });
  it('is not accepted without a rise, or without a turning motor', () => {
    const flat = sweep({ ...mains, riseBar: 0.2 }, SLOW);
    expect(judge(flat)).toMatchObject({ is_accepted: false, remarks: ['no_rise'] });
    expect(judge([point({}), point({ at: 1 })])).toMatchObject({ remarks: ['not_running'] });
  });
});

describe('the sensor at rest', () => {
  const rest = (bars: readonly number[]) =>
    bars.map((bar, index) => point({ at: 5 * index, bar, on: false }));
  const judge = (points: readonly CommissioningPoint[], manometer_bar?: number) =>
    judgeStep('sensor', points, { card: {}, entry: manometer_bar === undefined ? {} : { manometer_bar } });

  it('has the offset to the manometer', () => {
    const { is_accepted, remarks, figures } = judge(rest([4.01, 4, 3.99, 4]), 4.02);
    expect([is_accepted, remarks]).toEqual([true, []]);
    expect(figures).toMatchObject({ bar: 4, manometer_bar: 4.02, offset_bar: -0.02 });
  });
  it.each([
    ['no manometer', rest([4, 4, 4]), undefined, true, ['no_manometer']],
    ['an offset of 0.3 bar', rest([4.3, 4.3, 4.31]), 4, true, ['offset_large']],
    ['an offset of 2 bar', rest([4, 4, 4]), 6, false, ['offset_large']],
    ['noise', rest([4, 4.3, 3.8, 4.2]), 4.1, false, ['noisy']],
    ['a negative pressure', rest([-0.6, -0.6, -0.61]), 0, false, ['negative', 'offset_large']],
    ['a turning pump', sweep(PUMPS[0][1], SLOW), undefined, false, ['not_at_rest']],
    ['two points', rest([4, 4]), undefined, false, ['too_few_points']],
    ['a falling pressure', rest([4, 3.9, 3.8, 3.7]), 3.85, true, ['falling']],
  ] as const)('with %s', (_case, points, manometer, isAccepted, remarks) => {
    expect(judge(points, manometer)).toMatchObject({ is_accepted: isAccepted, remarks });
  });
});

describe('an open tap', () => {
  const [, [, well]] = PUMPS;
  const flowing = sweep(
    well,
    Array.from({ length: 8 }, () => 42),
    1.4,
  );
  const curve = [
    { lpm: 0, m: 73, w: 860 },
    { lpm: 30, m: 60, w: 1150 },
    { lpm: 60, m: 40, w: 1400 },
  ];
  const judge = (card: PumpValues) => judgeStep('open_tap', flowing, { card, entry: {} });

  it('has an estimated flow with its uncertainty, from the curve of the card', () => {
    const { is_accepted, figures } = judge({ no_flow_w: 860, curve });
    expect(is_accepted).toBe(true);
    expect(figures.flow_lpm ?? 0).toBeGreaterThan(25);
    expect(figures.flow_lpm ?? 0).toBeLessThan(40);
    expect(figures.flow_error_lpm ?? 0).toBeGreaterThan(1);
  });
  it('without a curve is recorded, and no flow is invented', () => {
    const { is_accepted, remarks, figures } = judge({ no_flow_w: 860 });
    expect([is_accepted, remarks]).toEqual([true, ['no_curve']]);
    expect(figures).not.toHaveProperty('flow_lpm');
  });
  it('is not accepted at the power of the closed valve', () => {
    expect(judge({ no_flow_w: 1200 })).toMatchObject({ is_accepted: false, remarks: ['no_tap'] });
  });
});

describe('holding the pressure', () => {
  const run = (speeds: readonly number[], change: Partial<CommissioningPoint> = {}) =>
    speeds.map((hz, at) => point({ at, hz, bar: 4.1, ...change }));
  const judge = (points: readonly CommissioningPoint[]) => judgeStep('hold', points, NO_FACTS);

  it('is accepted when the pump slept and woke', () => {
    const { is_accepted, remarks, figures } = judge(run([35, 35, 0, 0, 30, 35]));
    expect([is_accepted, remarks]).toEqual([true, []]);
    expect(figures).toMatchObject({ sleeps: 1, wakes: 1, deviation_bar: 0.1 });
  });
  it.each([
    ['a pump that never slept', run([35, 35, 35]), ['never_slept', 'never_woke']],
    ['a pump that was switched off', run([35, 0, 35], { on: false }), ['never_slept', 'never_woke']],
    ['a pump that did not wake', run([35, 0, 0]), ['never_woke']],
  ] as const)('is not accepted with %s', (_case, points, remarks) => {
    expect(judge(points)).toMatchObject({ is_accepted: false, remarks });
  });
  it('remarks a pressure far from the required one', () => {
    const { is_accepted, remarks } = judge(run([35, 0, 35], { bar: 3 }));
    expect([is_accepted, remarks]).toEqual([true, ['far_from_required']]);
  });
});

it('values of the card come from done steps only', () => {
  const result = (figures: CommissioningResult['figures']) => ({ is_accepted: true, remarks: [], figures });
  expect(
    measuredValues([
      { status: 'done', result: result({ no_flow_w: 860, no_flow_bar: 7.2, points: 19 }) },
      { status: 'skipped', result: result({ offset_bar: 2 }) },
      { status: 'done', result: result({ level_m: 18 }) },
      { status: 'open', result: null },
    ]),
  ).toEqual({ no_flow_w: 860, no_flow_bar: 7.2, rest_level_m: 18 });
});
