import { describe, expect, it } from 'vitest';
import { motorCurrentA } from './motor.ts';
import { holdingHz as holdingHzOf, staticHeadM } from './network.ts';
import { headM, powerW, RATED_HZ } from './pump-curve.ts';
import { HOUSE, siteOf } from './site.ts';

const site = siteOf(HOUSE);
const holdingHz = (bar: number) => holdingHzOf(site, bar);
const pumpFlowLpm = (hz: number, bar: number) =>
  site.pump.flowLpm(hz, staticHeadM(site, bar), site.frictionM, 1);

/** domain.md 2.1: the maker's table at full speed. */
const TABLE = [
  [0, 77.5, 903],
  [25.1, 70.4, 1089],
  [47.4, 63.4, 1200],
  [64.9, 56.3, 1300],
  [77.3, 49.3, 1337],
  [88.3, 42.3, 1370],
  [98.2, 35.2, 1386],
  [106.6, 28.2, 1386],
  [114.6, 21.1, 1386],
  [122.3, 14.1, 1376],
  [129.3, 7.0, 1371],
  [135.5, 0, 1360],
] as const;

/** The same pump at 120, 135, 150 and 180 V: head at no flow, then flow, head, power. */
const OTHER_SPEEDS = [
  [
    43.0,
    [
      [101.4, 0, 604],
      [92.8, 7.0, 612],
      [82.7, 14.1, 618],
      [71.3, 21.1, 614],
      [56.9, 28.2, 592],
      [36.1, 35.2, 530],
      [0, 43.0, 398],
    ],
  ],
  [
    54.2,
    [
      [112.9, 0, 813],
      [105.3, 7.0, 824],
      [96.6, 14.1, 830],
      [86.9, 21.1, 829],
      [75.9, 28.2, 822],
      [62.8, 35.2, 794],
      [45.3, 42.3, 738],
      [22.1, 49.3, 644],
      [0, 54.2, 537],
    ],
  ],
  [
    64.8,
    [
      [123.3, 0, 1047],
      [117.0, 7.0, 1055],
      [109.3, 14.1, 1071],
      [100.9, 21.1, 1077],
      [91.4, 28.2, 1071],
      [80.6, 35.2, 1050],
      [68.6, 42.3, 1029],
      [53.9, 49.3, 977],
      [33.3, 56.3, 878],
      [0, 64.8, 708],
    ],
  ],
  [
    90.9,
    [
      [145.5, 0, 1656],
      [139.3, 7.0, 1667],
      [133.2, 14.1, 1683],
      [126.6, 21.1, 1688],
      [119.0, 28.2, 1696],
      [111.1, 35.2, 1688],
      [102.8, 42.3, 1685],
      [93.9, 49.3, 1667],
      [83.8, 56.3, 1634],
      [71.6, 63.4, 1588],
      [57.2, 70.4, 1507],
      [39.7, 77.5, 1391],
      [20.4, 84.5, 1314],
      [0, 90.9, 1107],
    ],
  ],
] as const;

/** The frequency at which the pump delivers a flow against a pressure. */
function frequencyFor(flowLpm: number, pressureBar: number): number {
  let [low, high] = [0, RATED_HZ * 1.5];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (pumpFlowLpm(middle, pressureBar) < flowLpm) low = middle;
    else high = middle;
  }
  return high;
}

describe('pump curve (domain.md 2)', () => {
  it.each(TABLE)('2.1 at %f l/min the head is %f m and the power %f W, as published', (flow, head, power) => {
    expect(Math.abs(headM(RATED_HZ, flow) - head)).toBeLessThan(1.7);
    expect(Math.abs(powerW(RATED_HZ, flow) - power)).toBeLessThan(22);
  });

  it.each(OTHER_SPEEDS)(
    '2.1 the affinity laws hold on the maker’s other speeds, from %f m at no flow',
    (zeroFlowM, rows) => {
      const s = Math.sqrt(zeroFlowM / 77.5);
      const squares = rows.map(([flow, head]) => (headM(RATED_HZ * s, flow) - head) ** 2);
      const rmsM = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / rows.length);
      expect(rmsM).toBeLessThan(1.76);
      for (const [flow, , power] of rows)
        expect(Math.abs(powerW(RATED_HZ * s, flow) - power) / power).toBeLessThan(0.077);
    },
  );

  it.each([
    [5.8, 35.9, 356, 3.9],
    [23, 37.3, 467, 4.2],
    [46, 40.7, 683, 4.9],
    [69, 45.7, 1016, 5.9],
  ])('2.2 at 4.0 bar and %f l/min the pump turns at %f Hz, takes %f W and %f A', (flow, hz, watt, ampere) => {
    const frequencyHz = frequencyFor(flow, 4);
    const power = powerW(frequencyHz, flow);
    expect(Math.abs(frequencyHz - hz)).toBeLessThan(0.15);
    expect(Math.abs(power - watt) / watt).toBeLessThan(0.015);
    expect(Math.abs(motorCurrentA(frequencyHz, power) - ampere)).toBeLessThan(0.1);
  });

  it('2.2 the pump holds 4.0 bar without flow at 35.6 Hz', () => {
    expect(holdingHz(4)).toBeCloseTo(35.6, 1);
    expect(pumpFlowLpm(holdingHz(4) - 0.01, 4)).toBe(0);
    expect(pumpFlowLpm(holdingHz(4) + 0.5, 4)).toBeGreaterThan(0);
  });

  it('2.4 a closed valve at full speed means 7.5 bar above suction and the no-flow power', () => {
    expect(headM(RATED_HZ, 0) / 10.197).toBeCloseTo(7.5, 1);
    expect(powerW(RATED_HZ, 0)).toBeCloseTo(896.4, 6);
  });

  it('the power never falls below zero far outside the curve', () => {
    expect(powerW(5, 200)).toBe(0);
  });
});
