import type { AnalogInputConfig } from '@manoboard/contract/device/device-config';
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
    ['a value between the references is a share of the span', 5, {}, 3],
    ['the value is rounded to 2 decimals', 1.2345, {}, 0.74],
    ['the value has no floating-point noise', 0.7, { max: 3, maxRefVoltage: 3 }, 0.7],
    ['the lower reference is subtracted first', 3, { minRefVoltage: 2 }, 0.75],
    ['the value is multiplied by the normalizer', 5, { normalizer: 10 }, 30],
    ['a normalizer of 0 gives 0, never -0', 1, { normalizer: -0 }, 0],
    ['a value below the lower reference is negative', 1, { minRefVoltage: 2, max: 8 }, -1],
    ['the lower reference may be above the upper one', 2, { minRefVoltage: 10, maxRefVoltage: 0 }, 4.8],
    ['the span may be below zero', 5, { min: -20, max: 0 }, 10],
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
    ['a raw value of NaN', Number.NaN, {}],
  ] as const)('%s gives N/A', (_case, raw, change) =>
    expect(scaleInput(raw, { ...level, ...change })).toBeNull(),
  );
});

describe('R4.8 an analog input', () => {
  it('is shown when it is enabled and has a normalizer and all bounds', () =>
    expect(isInputShown(level)).toBe(true));

  it.each(['normalizer', 'min', 'max', 'minRefVoltage', 'maxRefVoltage'] as const)(
    'is not shown without %s',
    (field) => expect(isInputShown({ ...level, [field]: undefined })).toBe(false),
  );

  it('is shown when a bound or the normalizer is 0', () =>
    expect(isInputShown({ ...level, normalizer: 0, max: 0, min: -1 })).toBe(true));

  it('is not shown when it is disabled or not configured', () => {
    expect(isInputShown({ ...level, enabled: 0 })).toBe(false);
    expect(isInputShown(undefined)).toBe(false);
  });
});

it.each([
  ['R4.8 the bar is empty at min', 0, 0],
  ['R4.8 the bar is half full in the middle', 3, 0.5],
  ['R4.8 the bar is full at max', 6, 1],
  ['R4.8 the bar is full above max', 60, 1],
  ['R4.8 the bar is empty below min', -3, 0],
] as const)('%s', (_rule, value, share) => expect(inputShare(value, { min: 0, max: 6 })).toBe(share));

it('R4.8 a bar without a span is empty', () => expect(inputShare(3, { min: 3, max: 3 })).toBe(0));
