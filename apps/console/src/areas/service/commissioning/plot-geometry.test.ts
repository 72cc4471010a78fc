import { expect, it } from 'vitest';
import { axisOf, cubicLine, dotsOf, expectedKw, fitOf, SIZE, scalesOf } from './plot-geometry.ts';

const point = { at: 1, hz: 30, kw: 0.2, bar: 2, a: 1, on: true, required_bar: 4 };

it('dots are points of a turning motor with a known power', () => {
  expect(dotsOf([point, { ...point, hz: 0 }, { ...point, kw: null }])).toEqual([{ hz: 30, kw: 0.2 }]);
});

it.each([
  [{ no_flow_w: 860 }, 0.86],
  [
    {
      curve: [
        { lpm: 0, m: 73, w: 900 },
        { lpm: 30, m: 60 },
      ],
    },
    0.9,
  ],
  [
    {
      curve: [
        { lpm: 0, m: 73 },
        { lpm: 30, m: 60 },
      ],
    },
    undefined,
  ],
  [{}, undefined],
])('the expected power of the card %j is %s kW; without a number there is none', (card, kw) => {
  expect(expectedKw(card)).toBe(kw);
});

it('a fitted curve begins and ends at the measured speeds', () => {
  const scales = scalesOf(0.8, 326);
  const [first, last] = [
    cubicLine(scales, 0.86, 26, 42).split(' ')[0],
    cubicLine(scales, 0.86, 26, 42).split(' ').at(-1),
  ];
  expect(Number(first?.split(',')[0])).toBeCloseTo(scales.x(26), 1);
  expect(Number(last?.split(',')[0])).toBeCloseTo(scales.x(42), 1);
  expect(fitOf(undefined)).toBeUndefined();
});

it.each([0.05, 0.31, 0.9, 2.4, 4.1])(
  'the axis holds a highest power of %s kW with at most five ticks',
  (kw) => {
    const { y, ticksKw } = scalesOf(kw, 326);
    expect(y(kw)).toBeGreaterThanOrEqual(SIZE.top - 0.001);
    expect(ticksKw.length).toBeLessThanOrEqual(5);
  },
);

it.each([
  [77.5, [0, 20, 40, 60, 80]],
  [135, [0, 50, 100, 150]],
  [0, [0, 0.25, 0.5, 0.75, 1]],
])('an axis up to %s has round ticks', (highest, ticks) => {
  const axis = axisOf([highest], 200, 10);
  expect(axis.ticks).toEqual(ticks);
  expect([axis.at(0), axis.at(ticks.at(-1) ?? 0)]).toEqual([200, 10]);
});
