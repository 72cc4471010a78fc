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

describe('R5.7 the old value is what the board last reported', () => {
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
  ['a stretch of registers', { reg: 2305, val: [400] }, null],
] as const)('a register reports %s', (_case, data, expected) =>
  expect(reportedValue(register, structuredClone(data) as { reg: number; val: number })).toBe(expected),
);

describe('contract 1.2: a command is done when the drive reports it', () => {
  it.each<[string, CommandPayload, object, boolean]>([
    ['on', start, { on_off_state_r: 1 }, true],
    ['still off', start, { on_off_state_r: 3 }, false],
    ['nothing shown', start, {}, false],
    ['started and in fault', start, { on_off_state_r: 4 }, false],
    ['backwards', start, { on_off_state_r: 2 }, true],
    ['no pressure shown', pressure, {}, false],
    ['no meter shown', { op: 'reset', name: 'electro_meter' }, {}, false],
    ['no word shown', register, {}, false],
    ['an unknown state', start, { on_off_state_r: 9 }, false],
    ['still on', { op: 'start_stop', val: false }, { on_off_state_r: 1 }, false],
    ['unlocked', { op: 'set_lock', val: true }, { modbus: 0 }, false],
    ['the pressure', pressure, { required_pressure: 4.2 }, true],
    ['the pressure as fine as the drive is', pressure, { required_pressure: 4.205 }, true],
    ['another pressure', pressure, { required_pressure: 4 }, false],
    ['local for true', { op: 'pressure_control', val: true }, { pressure_control: 1 }, true],
    ['local for remote', { op: 'pressure_control', val: 0 }, { pressure_control: 1 }, false],
    ['a meter that is not zero', { op: 'reset', name: 'electro_meter' }, { electro_meter: 3 }, false],
    ['the word', register, { reg: 2305, val: 400 }, true],
    ['another word', register, { reg: 2305, val: 380 }, false],
    ['a restart shows nothing', { op: 'restart' }, {}, true],
  ])('%s', (_case, payload, data, expected) => expect(isConfirmed(payload, data)).toBe(expected));

  it('R5.5 in mode 10 a sensor of 100 bar is 0.1 bar fine', () => {
    const payload: CommandPayload = { op: 'write', what: 'Required pressure', val: 1.2 };
    expect(isConfirmed(payload, { required_pressure: 1.21 }, { normalizer: 10 })).toBe(true);
    expect(isConfirmed(payload, { required_pressure: 1.23 }, { normalizer: 10 })).toBe(false);
  });
});
