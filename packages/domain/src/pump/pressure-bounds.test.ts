import { expect, it } from 'vitest';
import { pressureBounds, settableBounds } from './pressure-bounds.ts';
import { isWholeStep, stepPressure } from './pressure-step.ts';

it.each([
  ['R5.5 mode 1 defaults', 1, {}, { min: 3, max: 5.5 }],
  ['R5.5 mode 10 defaults', 10, {}, { min: 3, max: 20 }],
  ['R5.5 a config with only a lower bound is ignored', 1, { min: 2 }, { min: 3, max: 5.5 }],
  ['R5.5 a config with only an upper bound is ignored', 10, { max: 8 }, { min: 3, max: 20 }],
  ['R5.5 a config with both bounds applies', 1, { min: 2, max: 6 }, { min: 2, max: 6 }],
  ['R5.5 a bound may be zero', 10, { min: 0, max: 6 }, { min: 0, max: 6 }],
  ['R5.5 the sensor range limits the upper bound', 10, { sensor_max: 10 }, { min: 3, max: 10 }],
] as const)('%s', (_rule, mode, config, expected) => expect(pressureBounds(mode, config)).toEqual(expected));

it.each([
  ['the defaults of mode 1', 1, {}, { min: 3, max: 5.5 }],
  ['the defaults of mode 10', 10, {}, { min: 3, max: 20 }],
  ['bounds between two steps', 1, { min: 3.05, max: 5.25 }, { min: 3.1, max: 5.2 }],
  ['a sensor range between two steps', 1, { sensor_max: 5.25 }, { min: 3, max: 5.2 }],
  ['bounds with rounding errors', 1, { min: 0.1 + 0.2, max: 0.7 + 0.1 }, { min: 0.3, max: 0.8 }],
  ['none between bounds without a step', 1, { min: 3.02, max: 3.08 }, { min: 3.1, max: 3 }],
] as const)('R5.5 only whole steps within the bounds can be set: %s', (_what, mode, config, expected) =>
  expect(settableBounds(mode, config)).toEqual(expected),
);

it.each([1, -1] as const)('R5.5 stepping ends at a value that can be sent: direction %i', (direction) => {
  const bounds = settableBounds(1, { min: 3.05, max: 5.25 });
  expect(isWholeStep(stepPressure(direction === 1 ? 5.2 : 3.1, direction, bounds))).toBe(true);
});
