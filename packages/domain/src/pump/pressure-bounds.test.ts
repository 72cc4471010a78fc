import { expect, it } from 'vitest';
import { pressureBounds } from './pressure-bounds.ts';

it.each([
  ['R5.5 mode 1 defaults', 1, {}, { min: 3, max: 5.5 }],
  ['R5.5 mode 10 defaults', 10, {}, { min: 3, max: 20 }],
  ['R5.5 a config with only a lower bound is ignored', 1, { min: 2 }, { min: 3, max: 5.5 }],
  ['R5.5 a config with only an upper bound is ignored', 10, { max: 8 }, { min: 3, max: 20 }],
  ['R5.5 a config with both bounds applies', 1, { min: 2, max: 6 }, { min: 2, max: 6 }],
  ['R5.5 a bound may be zero', 10, { min: 0, max: 6 }, { min: 0, max: 6 }],
  ['R5.5 the sensor range limits the upper bound', 10, { sensor_max: 10 }, { min: 3, max: 10 }],
] as const)('%s', (_rule, mode, config, expected) => expect(pressureBounds(mode, config)).toEqual(expected));
