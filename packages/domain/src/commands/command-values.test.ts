import { describe, expect, it } from 'vitest';
import { emptyLastData } from '../telemetry/last-data.ts';
import { type CommandPayload, currentValueOf, isConfirmed, reportedValue } from './command-values.ts';

const values = {
  ...emptyLastData('MNB-TE0001').data,
  on_off_state_r: 3,
  modbus: 2,
  required_pressure: 4,
  pressure_control: 1,
  electro_meter: 120.5,
};
const start: CommandPayload = { op: 'start_stop', val: true };
const pressure: CommandPayload = { op: 'write', what: 'Required pressure', val: 4.2 };
const register: CommandPayload = { op: 'reg_write', reg: 2305, val: 400 };

describe('R5.7 the old value is the last reported value', () => {
  it.each<[CommandPayload, unknown]>([
    [start, false],
    [{ op: 'set_lock', val: false }, true],
    [pressure, 4],
    [{ op: 'pressure_control', val: 0 }, 1],
    [{ op: 'reset', name: 'electro_meter' }, 120.5],
    [{ op: 'reset', name: 'motor_operating_hours' }, null],
    [register, null],
    [{ op: 'restart' }, null],
  ])('%j: %s', (payload, expected) => expect(currentValueOf(payload, values)).toBe(expected));

  it.each<CommandPayload>([
    start,
    { op: 'set_lock', val: true },
    pressure,
    { op: 'pressure_control', val: 0 },
  ])('%j: never reported is unknown, not off and not zero', (payload) =>
    expect(currentValueOf(payload, {})).toBeNull(),
  );
});

it.each([
  ['its own register', { reg: 2305, val: 400 }, 400],
  ['another register', { reg: 2306, val: 400 }, null],
  ['a range of registers', { reg: 2305, val: [400] }, null],
] as const)('the reported value of a register write with %s', (_case, data, expected) =>
  expect(reportedValue(register, structuredClone(data) as { reg: number; val: number })).toBe(expected),
);

describe('contract 1.2: a command is confirmed only if the drive reports the requested value', () => {
  it.each<[string, CommandPayload, object, boolean]>([
    ['on', start, { on_off_state_r: 1 }, true],
    ['still off', start, { on_off_state_r: 3 }, false],
    ['nothing reported', start, {}, false],
    ['started and in fault', start, { on_off_state_r: 4 }, false],
    ['running backwards', start, { on_off_state_r: 2 }, true],
    ['no pressure reported', pressure, {}, false],
    ['no meter reported', { op: 'reset', name: 'electro_meter' }, {}, false],
    ['no register value reported', register, {}, false],
    ['an unknown state', start, { on_off_state_r: 9 }, false],
    ['still on', { op: 'start_stop', val: false }, { on_off_state_r: 1 }, false],
    ['unlocked', { op: 'set_lock', val: true }, { modbus: 0 }, false],
    ['the requested pressure', pressure, { required_pressure: 4.2 }, true],
    [
      'the requested pressure within the resolution of the drive',
      pressure,
      { required_pressure: 4.205 },
      true,
    ],
    ['another pressure', pressure, { required_pressure: 4 }, false],
    ['local control for true', { op: 'pressure_control', val: true }, { pressure_control: 1 }, true],
    ['local control for remote', { op: 'pressure_control', val: 0 }, { pressure_control: 1 }, false],
    ['a meter that is not zero', { op: 'reset', name: 'electro_meter' }, { electro_meter: 3 }, false],
    ['the requested register value', register, { reg: 2305, val: 400 }, true],
    ['another register value', register, { reg: 2305, val: 380 }, false],
    ['a restart needs no value', { op: 'restart' }, {}, true],
  ])('%s', (_case, payload, data, expected) => expect(isConfirmed(payload, data)).toBe(expected));

  it('R5.5 in mode 10 a sensor of 100 bar has a resolution of 0.1 bar', () => {
    const payload: CommandPayload = { op: 'write', what: 'Required pressure', val: 1.2 };
    expect(isConfirmed(payload, { required_pressure: 1.21 }, { normalizer: 10 })).toBe(true);
    expect(isConfirmed(payload, { required_pressure: 1.23 }, { normalizer: 10 })).toBe(false);
  });
});
