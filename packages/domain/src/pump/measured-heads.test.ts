import type { CommissioningPoint } from '@manoboard/contract/device/commissioning';
import { expect, it } from 'vitest';
import { BAR_M, measuredHeads, noFlowSignature, staticHeadM } from './measured-heads.ts';

const point = (at: number, hz: number, kw: number, bar: number): CommissioningPoint => ({
  at,
  hz,
  kw,
  bar,
  a: null,
  on: true,
  required_bar: null,
});
const curve = [
  { lpm: 0, m: 60, w: 1000 },
  { lpm: 100, m: 30, w: 2000 },
];

it.each([
  ['of a mains is its pressure', { source: 'mains', supply_bar: 2 }, -2 * BAR_M],
  ['of a mains without a pressure is unknown', { source: 'mains' }, undefined],
  ['of a tank is 0 beside the pump', { source: 'tank' }, 0],
  ['of a well is its level', { source: 'well', rest_level_m: 12 }, 12],
  ['of a well without a level is unknown', { source: 'well' }, undefined],
  ['loses what the sensor shows too much', { source: 'tank', sensor_offset_bar: 0.5 }, -0.5 * BAR_M],
] as const)('the static head %s', (_title, card, expected) => expect(staticHeadM(card)).toBe(expected));

it('measured heads are brought to 50 Hz, with the error of their flow', () => {
  const points = [point(0, 40, 0, 0), point(1, 40, 1.5 * 0.512, 4), point(2, 40, 1.5 * 0.512, 4)];
  const [first] = measuredHeads(points, { curve, source: 'well', rest_level_m: 10 });
  expect(first?.lpm).toBeCloseTo(50);
  expect(first?.m).toBeCloseTo((4 * BAR_M + 10) / 0.64);
  expect(first?.errorLpm).toBeGreaterThan(5);
  expect(measuredHeads(points, { curve })).toEqual([]);
  expect(measuredHeads(points, { source: 'tank' })).toEqual([]);
});

it('the signature without flow has a row for each 5 Hz of steady speed', () => {
  const points = [30, 30, 30, 42, 42, 42].map((hz, at) => point(at, hz, hz / 100, hz / 10));
  expect(noFlowSignature(points)).toEqual([
    { stepHz: 30, hz: 30, w: 300, bar: 3 },
    { stepHz: 40, hz: 42, w: expect.closeTo(420), bar: expect.closeTo(4.2) },
  ]);
});
