import type { AnalogInputConfig } from '@manoboard/contract/nouns/device-config';
import { describe, expect, it } from 'vitest';
import { inputShare, isInputShown, scaleInput } from './analog-input.ts';

const level: AnalogInputConfig = {
  enabled: 1,
  normalizer: 1,
  min: 0,
  max: 6,
  minRefVoltage: 0,
  maxRefVoltage: 10,
};

describe('R4.9 the scaled value of an analog input', () => {
  it.each([
    ['the lower reference is 0', 0, {}, 0],
    ['the upper reference is the whole span', 10, {}, 6],
    ['between them it is a share of the span', 5, {}, 3],
    ['2 decimals, rounded', 1.2345, {}, 0.74],
    ['no noise of floating point', 0.7, { max: 3, maxRefVoltage: 3 }, 0.7],
    ['the lower reference is taken off first', 3, { minRefVoltage: 2 }, 0.75],
    ['the normalizer multiplies', 5, { normalizer: 10 }, 30],
    ['a normalizer of 0 gives 0, never -0', 1, { normalizer: -0 }, 0],
    ['below the lower reference it is negative, as measured', 1, { minRefVoltage: 2, max: 8 }, -1],
    ['references may fall', 2, { minRefVoltage: 10, maxRefVoltage: 0 }, 4.8],
    ['a span below zero', 5, { min: -20, max: 0 }, 10],
  ] as const)('%s', (_rule, raw, change, expected) =>
    expect(scaleInput(raw, { ...level, ...change })).toBe(expected),
  );

  it.each([
    ['no raw value', null, {}],
    ['a raw value that was never reported', undefined, {}],
    ['no min', 5, { min: undefined }],
    ['no max', 5, { max: undefined }],
    ['no minRefVoltage', 5, { minRefVoltage: undefined }],
    ['no maxRefVoltage', 5, { maxRefVoltage: undefined }],
    ['a voltage span of zero', 5, { minRefVoltage: 5, maxRefVoltage: 5 }],
    ['a span of values of zero', 5, { min: 3, max: 3 }],
    ['both spans of zero', 5, { min: 3, max: 3, minRefVoltage: 5, maxRefVoltage: 5 }],
    ['a raw value that is no number', Number.NaN, {}],
  ] as const)('%s gives N/A', (_case, raw, change) =>
    expect(scaleInput(raw, { ...level, ...change })).toBeNull(),
  );
});

describe('R4.8 an input is shown', () => {
  it('when it is on, has a normalizer and all bounds', () => expect(isInputShown(level)).toBe(true));

  it.each(['normalizer', 'min', 'max', 'minRefVoltage', 'maxRefVoltage'] as const)(
    'not without %s',
    (field) => expect(isInputShown({ ...level, [field]: undefined })).toBe(false),
  );

  it('when a bound or the normalizer is 0', () =>
    expect(isInputShown({ ...level, normalizer: 0, max: 0, min: -1 })).toBe(true));

  it('not when it is disabled or not configured', () => {
    expect(isInputShown({ ...level, enabled: 0 })).toBe(false);
    expect(isInputShown(undefined)).toBe(false);
  });
});

it.each([
  ['R4.8 the bar is empty at min', 0, 0],
  ['R4.8 half of it', 3, 0.5],
  ['R4.8 full at max', 6, 1],
  ['R4.8 and never longer', 60, 1],
  ['R4.8 nor shorter than nothing', -3, 0],
] as const)('%s', (_rule, value, share) => expect(inputShare(value, { min: 0, max: 6 })).toBe(share));

it('R4.8 a bar without a span is empty', () => expect(inputShare(3, { min: 3, max: 3 })).toBe(0));
