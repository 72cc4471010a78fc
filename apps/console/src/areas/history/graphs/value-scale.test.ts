import { expect, it } from 'vitest';
import { valueScale } from './value-scale.ts';

const usual = { fromZero: false, leastSpan: 1, intervals: 3 };

it.each([
  ['frequency from zero', { ...usual, least: 12, most: 48, fromZero: true }, [0, 20, 40, 60]],
  ['pressure around its values', { ...usual, least: 2.6, most: 4.4 }, [2, 3, 4, 5]],
  ['a steady value in the middle', { ...usual, least: 4, most: 4.02, leastSpan: 1 }, [3.5, 4, 4.5, 5]],
  ['no value at all', { ...usual, least: undefined, most: undefined, fromZero: true }, [0, 0.5, 1]],
  ['negative temperatures', { ...usual, least: -8, most: 3, leastSpan: 5 }, [-10, -5, 0, 5]],
] as const)('the axis has round ticks that contain all values: %s', (_case, wanted, ticks) => {
  const scale = valueScale(wanted);
  expect(scale.ticks).toEqual(ticks);
  expect(scale.range).toEqual([ticks[0], ticks.at(-1)]);
});
