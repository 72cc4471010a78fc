import { describe, expect, it } from 'vitest';
import { isRunning, pumpState, pumpStateFields, switchOf } from './pump.ts';

describe('switchOf', () => {
  it.each([
    [1, 'on'],
    [2, 'on'],
    [4, 'on'],
    [3, 'off'],
    [5, 'unknown'],
    [0, 'unknown'],
    [6, 'unknown'],
    [65_535, 'unknown'],
    [null, 'unknown'],
  ] as const)('R5.1 %s is %s', (on_off_state_r, expected) =>
    expect(switchOf({ on_off_state_r })).toBe(expected),
  );

  it('R5.1 of all values of the register only 3 is Off, and only 1, 2, 4 are On', () => {
    const all = Array.from({ length: 65_536 }, (_, value) => value);
    const those = (position: string) =>
      all.filter((on_off_state_r) => switchOf({ on_off_state_r }) === position);
    expect(those('off')).toEqual([3]);
    expect(those('on')).toEqual([1, 2, 4]);
  });
});

describe('isRunning', () => {
  it.each([
    [0.01, true],
    [50, true],
    [0, false],
    [null, false],
  ])('R5.3 %s Hz: %s', (frequency_fc, expected) => expect(isRunning({ frequency_fc })).toBe(expected));
});

describe('pumpState', () => {
  it.each([
    ['R5.3 on and turning is running', 1, 42, 'running'],
    ['R5.3 turning backwards is running', 2, 42, 'running'],
    ['R5.3 on and not turning is waiting', 1, 0, 'waiting'],
    ['R5.3 off is stopped', 3, 0, 'stopped'],
    ['R5.3 off is stopped while the motor still turns', 3, 12, 'stopped'],
    ['R5.1 off is stopped at an unknown frequency', 3, null, 'stopped'],
    ['R5.1 state 4 is a fault', 4, 0, 'fault'],
    ['R5.1 state 4 is a fault at any frequency', 4, null, 'fault'],
    ['R5.1 state 5 is no power', 5, 0, 'no_power'],
    ['R5.1 a value outside the list is unknown', 0, 42, 'unknown'],
    ['R5.1 missing values are unknown', null, null, 'unknown'],
    ['R5.3 a frequency without a switch state is unknown', null, 42, 'unknown'],
    ['R5.3 on with an unknown frequency is unknown', 1, null, 'unknown'],
  ] as const)('%s', (_rule, on_off_state_r, frequency_fc, expected) =>
    expect(pumpState({ on_off_state_r, frequency_fc })).toBe(expected),
  );
});

it.each([
  ['running', 1, 40, ['on_off_state_r', 'frequency_fc']],
  ['waiting', 1, 0, ['on_off_state_r', 'frequency_fc']],
  ['stopped', 3, 40, ['on_off_state_r']],
  ['a fault', 4, 0, ['on_off_state_r']],
  ['unknown', null, 40, ['on_off_state_r']],
] as const)(
  'R5.3 fields that determine the pump state: %s',
  (_state, on_off_state_r, frequency_fc, expected) =>
    expect(pumpStateFields({ on_off_state_r, frequency_fc })).toEqual(expected),
);
