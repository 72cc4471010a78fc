import { describe, expect, it } from 'vitest';
import { RELATIONS } from '../access/policy.ts';
import { gd10 } from '../fc/gd10.ts';
import { emptyLastData } from '../telemetry/last-data.ts';
import type { CommandPayload } from './command-values.ts';
import { START_LIMITS } from './start-rate.ts';
import { refuseWrite, type WriteContext } from './write-gate.ts';

const last = (change: object = {}, fc: 0 | 1 = 1) => ({
  ...emptyLastData('MNB-TE0001'),
  fc,
  ts: 1000,
  data: { ...emptyLastData('MNB-TE0001').data, on_off_state_r: 1, modbus: 2, pressure_control: 0, ...change },
});
const noResets = { isSupported: true, raised: [], resetsS: [], perHour: 3, isDoneSince: false } as const;
const context = (change: Partial<WriteContext> = {}): WriteContext => ({
  roles: [],
  relation: 'owner',
  isOnline: true,
  isUpdating: false,
  lockOut: null,
  last: last(),
  pressure: {},
  profile: gd10,
  fcRefusal: null,
  nowS: 1000,
  startsS: [],
  limits: START_LIMITS,
  current: 4,
  isChanging: false,
  faultReset: noResets,
  ...change,
});
const start: CommandPayload = { op: 'start_stop', val: true };
const stop: CommandPayload = { op: 'start_stop', val: false };
const lock: CommandPayload = { op: 'set_lock', val: true };
const bar = (val: number): CommandPayload => ({ op: 'write', what: 'Required pressure', val });
const control: CommandPayload = { op: 'pressure_control', val: 0 };
const reset: CommandPayload = { op: 'reset', name: 'electro_meter' };
const restart: CommandPayload = { op: 'restart' };
const faultReset: CommandPayload = { op: 'fault_reset', val: true };
const word = (reg: number, val: number): CommandPayload => ({ op: 'reg_write', reg, val });

const unlocked = { last: last({ modbus: 0 }) };
const inFault = { last: last({ on_off_state_r: 4, fault: 10 }) };
const local = { last: last({ pressure_control: 2 }) };
const old = { last: { ...unlocked.last, ts: 900 } };
const foreign = { fcRefusal: 'no_identity' } as const;
const technician = { roles: ['Technician'], relation: 'none' } as const;

it.each<[string, CommandPayload, Partial<WriteContext>, string | undefined]>([
  ['R5.1 a start is accepted', start, {}, undefined],
  ['R4.4 an offline board refuses every command, also stop', stop, { isOnline: false }, 'DEVICE_OFFLINE'],
  ['R5.2 unlocked: start is refused', start, unlocked, 'LOCAL_CONTROL'],
  ['R5.2 unlocked: stop is refused', stop, unlocked, 'LOCAL_CONTROL'],
  ['R5.2 unlocked in an old frame: stop is accepted', stop, old, undefined],
  ['R5.2 locked since the frame: stop is accepted', stop, { ...unlocked, guard: true }, undefined],
  ['R5.2 locked since the frame: start is accepted', start, { ...unlocked, guard: true }, undefined],
  ['R5.2 unlocked since the frame: start is refused', start, { guard: false }, 'LOCAL_CONTROL'],
  ['R5.2 unlocked since the frame: stop is accepted', stop, { guard: false }, undefined],
  ['R5.4 remote since the frame: pressure is accepted', bar(4), { ...local, guard: 0 }, undefined],
  ['R5.4 local since the frame: pressure is refused', bar(4), { guard: 1 }, 'LOCAL_CONTROL'],
  ['R5.2 unlocked: lock is accepted', lock, unlocked, undefined],
  ['R5.1 a drive in fault does not start', start, inFault, 'FC_FAULT'],
  ['R5.1 stop is never refused for a fault', stop, inFault, undefined],
  ['R5.4 local set point: pressure is refused', bar(4), local, 'LOCAL_CONTROL'],
  ['R5.4 local set point: a change to remote is accepted', control, local, undefined],
  ['R5.4 unlocked: pressure is accepted', bar(4), unlocked, undefined],
  ['R4.16 an unknown converter: start is refused', start, foreign, 'FC_UNKNOWN'],
  ['R4.16 an unknown converter: lock is refused', lock, foreign, 'FC_UNKNOWN'],
  ['R4.16 an unknown converter: pressure is refused', bar(4), foreign, 'FC_UNKNOWN'],
  ['R4.16 an unknown converter: pressure control is refused', control, foreign, 'FC_UNKNOWN'],
  ['R4.16 an unknown converter: fault reset is refused', faultReset, foreign, 'FC_UNKNOWN'],
  ['R4.16 an unknown converter: a stop is left to the board', stop, foreign, undefined],
  ['R4.16 an unknown converter: the board can be restarted', restart, foreign, undefined],
  ['a running update refuses a start', start, { isUpdating: true }, 'UPDATE_RUNNING'],
  ['a running update refuses a pressure', bar(4), { isUpdating: true }, 'UPDATE_RUNNING'],
  ['a running update refuses a restart', restart, { isUpdating: true }, 'UPDATE_RUNNING'],
  ['a running update accepts a stop', stop, { isUpdating: true }, undefined],
  ['contract 1.2 a start within the gap is refused', start, { startsS: [995] }, 'TOO_MANY_STARTS'],
  ['contract 1.2 a stop within the gap is accepted', stop, { startsS: [995] }, undefined],
  ['R5.5 the lower bound is accepted', bar(3), {}, undefined],
  ['R5.5 a pressure below the lower bound is refused', bar(2.9), {}, 'OUT_OF_BOUNDS'],
  ['R5.5 a pressure above the upper bound is refused', bar(5.6), {}, 'OUT_OF_BOUNDS'],
  ['R5.5 mode 10: 20 bar is accepted', bar(2), { pressure: { normalizer: 10 } }, undefined],
  [
    'R5.5 mode 10: a wire value of 4 is 40 bar and refused',
    bar(4),
    { pressure: { normalizer: 10 } },
    'OUT_OF_BOUNDS',
  ],
  ['R5.5 the configured bounds apply', bar(6), { pressure: { min: 1, max: 8 } }, undefined],
  [
    'R5.5 the last step within a bound between two steps is accepted',
    bar(5.2),
    { pressure: { min: 3.05, max: 5.25 } },
    undefined,
  ],
  [
    'R5.5 a bound between two steps is refused, with the bounds that can be set',
    bar(5.25),
    { pressure: { min: 3.05, max: 5.25 } },
    'OUT_OF_BOUNDS',
  ],
  ['R5.5 a pressure between two steps is refused', bar(4.25), {}, 'STEP_TOO_FINE'],
  ['R5.5 mode 10: 4.2 bar is a whole step', bar(0.42), { pressure: { normalizer: 10 } }, undefined],
  [
    'R5.5 mode 10: 4.25 bar is not a whole step',
    bar(0.425),
    { pressure: { normalizer: 10 } },
    'STEP_TOO_FINE',
  ],
  ['an invalid value is refused before the offline check', bar(99), { isOnline: false }, 'OUT_OF_BOUNDS'],
  [
    'a meter reset is accepted in fault and under local control',
    reset,
    { last: last({ modbus: 0, on_off_state_r: 4 }) },
    undefined,
  ],
  ['R7.5 an owner may not write a register', word(2305, 400), {}, 'FORBIDDEN'],
  ['R7.5 a technician may write a register', word(2305, 400), technician, undefined],
  ['R7.5 a seller may not write a register', word(2305, 400), { roles: ['Seller'] }, 'FORBIDDEN'],
  ['a user without access gets DEVICE_NOT_FOUND', start, { relation: 'none' }, 'DEVICE_NOT_FOUND'],
  ['R4.3b an expired delegate gets DEVICE_NOT_FOUND', stop, { relation: 'expired' }, 'DEVICE_NOT_FOUND'],
  ['a register outside the allow-list is refused', word(8192, 1), technician, 'REGISTER_NOT_WRITABLE'],
  ['a word outside the limits of its register is refused', word(2309, 0), technician, 'OUT_OF_BOUNDS'],
  [
    'a converter without a known profile is refused',
    word(2305, 400),
    { ...technician, profile: undefined },
    'FC_TYPE_UNKNOWN',
  ],
  ['R5.5 the pressure bounds apply to the preset register', word(2305, 551), technician, 'OUT_OF_BOUNDS'],
  ['R5.5 the pressure bounds apply to the reference register', word(8194, 299), technician, 'OUT_OF_BOUNDS'],
  ['R5.5 a register value at the bound is accepted', word(8194, 550), technician, undefined],
  ['R5.5 a pressure is refused while the mode is unknown', bar(4), { pressure: undefined }, 'CONFIG_UNKNOWN'],
  [
    'R5.5 a set point register is refused while the mode is unknown',
    word(8194, 400),
    { ...technician, pressure: undefined },
    'CONFIG_UNKNOWN',
  ],
  [
    'another register is accepted while the mode is unknown',
    word(11, 100),
    { ...technician, pressure: undefined },
    undefined,
  ],
  ['a stop is accepted while the mode is unknown', stop, { pressure: undefined }, undefined],
])('%s', (_rule, payload, change, expected) =>
  expect(refuseWrite(payload, context(change))?.code).toBe(expected),
);

describe('R5.9 a fault reset', () => {
  const at = (change: Partial<WriteContext['faultReset']>, fault: Partial<WriteContext> = inFault) =>
    context({ ...fault, faultReset: { ...noResets, ...change } });
  const faultOf = (code: number, more: object) => ({
    last: last({ on_off_state_r: 4, fault: code, ...more }),
  });

  it.each<[string, WriteContext, object | undefined]>([
    ['is accepted for a drive in fault under remote control', at({}), undefined],
    ['is refused for a running drive', at({}, {}), { code: 'NOT_IN_FAULT' }],
    [
      'is refused for a drive without power',
      at({}, { last: last({ on_off_state_r: 5 }) }),
      { code: 'NOT_IN_FAULT' },
    ],
    [
      'is accepted in an unknown state: the board decides',
      at({}, { last: emptyLastData('MNB-TE0001') }),
      undefined,
    ],
    ['is accepted with an old frame: the board decides', at({}, { last: { ...last(), ts: 900 } }), undefined],
    [
      'is refused under keypad control',
      at({}, { last: last({ on_off_state_r: 4, modbus: 0 }) }),
      { code: 'LOCAL_CONTROL' },
    ],
    [
      'is refused if unlocked since the frame',
      at({}, { ...inFault, guard: false }),
      { code: 'LOCAL_CONTROL' },
    ],
    [
      'is accepted while the cause persists: the board measures it',
      at({}, faultOf(10, { bus_voltage: 181 })),
      undefined,
    ],
    [
      'is refused while a protection is raised',
      at({ raised: ['DRY_RUN'] }),
      { code: 'PROTECTION_ACTIVE', protection: 'DRY_RUN' },
    ],
    ['is accepted with a raised warning', at({ raised: ['NO_FLOW'] }), undefined],
    ['is accepted for the third time in an hour', at({ resetsS: [900, 950] }), undefined],
    [
      'is refused for the fourth time in an hour',
      at({ resetsS: [900, 950, 990.2] }),
      { code: 'TOO_MANY_RESETS', free_at: 4500 },
    ],
    ['is accepted after resets of more than an hour ago', at({ resetsS: [-2700, -2650, -2601] }), undefined],
    ['is refused by a board without this op', at({ isSupported: false }), { code: 'NOT_SUPPORTED' }],
    ['is accepted for a board with unknown capabilities', at({ isSupported: null }), undefined],
    ['is refused for an offline board', at({}, { ...inFault, isOnline: false }), { code: 'DEVICE_OFFLINE' }],
    ['is refused during an update', at({}, { ...inFault, isUpdating: true }), { code: 'UPDATE_RUNNING' }],
    [
      'is refused for a user without access',
      at({}, { ...inFault, relation: 'none' }),
      { code: 'DEVICE_NOT_FOUND' },
    ],
  ])('%s', (_case, facts, expected) => expect(refuseWrite(faultReset, facts)).toEqual(expected));

  it('lets a start pass before the next frame reports that the fault is gone', () =>
    expect(refuseWrite(start, at({ isDoneSince: true }))).toBeUndefined());
});

describe('commands in an unknown state are accepted, since the board reads the drive first', () => {
  it.each<[string, CommandPayload, Partial<WriteContext>]>([
    ['start, never reported', start, { last: emptyLastData('MNB-TE0001') }],
    ['pressure, never reported', bar(4), { last: emptyLastData('MNB-TE0001') }],
    ['start, unknown lock value', start, { last: last({ modbus: 7 }) }],
    ['start, no power', start, { last: last({ on_off_state_r: 5 }) }],
    ['start, silent converter that was unlocked', start, { last: last({ modbus: 0 }, 0) }],
    ['pressure, silent converter with a local set point', bar(4), { last: last({ pressure_control: 1 }, 0) }],
  ])('%s', (_case, payload, change) => expect(refuseWrite(payload, context(change))).toBeUndefined());
});

describe('R5.10 a lock-out tag', () => {
  const tag = (until: number | null) => ({
    id: 1,
    reason: 'výmena ventilu',
    by: { user_id: 7, name: 'Peter Horváth' },
    since: 900,
    until,
  });
  const read: CommandPayload = { op: 'reg_read', reg: 0x2100, n: 1 };
  const writes = [start, lock, bar(4), control, reset, restart, word(2305, 400)];

  it.each(writes)('refuses $op for every user, with the text of the tag', (payload) => {
    for (const who of [{}, technician, { roles: ['Super Seller'] }, { roles: ['Technician'] }] as const)
      for (const isOnline of [true, false]) {
        const refusal = refuseWrite(
          payload,
          context({ ...technician, ...who, isOnline, lockOut: tag(null) }),
        );
        expect(refusal).toEqual({ code: 'LOCKED_OUT', lock_out: tag(null) });
      }
  });

  it.each([stop, read])('lets $op through', (payload) =>
    expect(refuseWrite(payload, context({ lockOut: tag(null) }))).toBeUndefined(),
  );

  it('R5.1 and no other stored fact refuses a stop, whose admission reads none of them', () => {
    const facts = {
      ...foreign,
      lockOut: tag(null),
      startsS: Array.from({ length: 100 }, () => 999),
      isChanging: true,
      faultReset: { ...noResets, isSupported: false, raised: ['DRY_RUN' as const], resetsS: [999, 999, 999] },
    };
    for (const known of [{}, inFault, old])
      expect(refuseWrite(stop, context({ ...known, ...facts }))).toBeUndefined();
  });

  it('is active until its end', () => {
    expect(refuseWrite(start, context({ nowS: 1000, lockOut: tag(1001) }))?.code).toBe('LOCKED_OUT');
    expect(refuseWrite(start, context({ nowS: 1001, lockOut: tag(1001) }))).toBeUndefined();
  });

  it('is not disclosed to users who may not see the device', () =>
    expect(refuseWrite(start, context({ relation: 'none', lockOut: tag(null) }))).toEqual({
      code: 'DEVICE_NOT_FOUND',
    }));
});

describe('concurrent writes of two users', () => {
  it.each<[string, Partial<WriteContext>, object | undefined]>([
    ['a write is accepted if the user saw the current value', { expect: 4 }, undefined],
    [
      'a write is refused if the user saw another value',
      { expect: 4.1 },
      { code: 'VALUE_CHANGED', current: 4 },
    ],
    [
      'a write is refused while another command changes the value',
      { expect: 4, isChanging: true },
      { code: 'VALUE_CHANGED', current: null },
    ],
    ['a write without an expected value is accepted', { isChanging: true }, undefined],
    ['a write is accepted if the current value is unknown', { expect: 4, current: null }, undefined],
    ['a write is accepted if the difference is only rounding', { expect: 4.01 }, undefined],
  ])('%s', (_case, change, expected) => expect(refuseWrite(bar(4.2), context(change))).toEqual(expected));
});

it('OUT_OF_BOUNDS contains the bounds in bar', () =>
  expect(refuseWrite(bar(9), context({ pressure: { min: 2, max: 6 } }))).toEqual({
    code: 'OUT_OF_BOUNDS',
    bounds: { min: 2, max: 6 },
  }));

describe('every cell of role × relation × state × payload', () => {
  const cells: [CommandPayload, WriteContext][] = [];
  for (const roles of [[], ['Technician'], ['Seller'], ['Super Seller']])
    for (const relation of RELATIONS)
      for (const isOnline of [true, false])
        for (const modbus of [0, 2, null])
          for (const on_off_state_r of [1, 3, 4, null])
            for (const pressure_control of [0, 1])
              for (const payload of [
                start,
                stop,
                lock,
                bar(4),
                bar(7),
                control,
                reset,
                restart,
                faultReset,
                word(2305, 400),
              ])
                cells.push([
                  payload,
                  context({
                    roles,
                    relation,
                    isOnline,
                    last: last({ modbus, on_off_state_r, pressure_control }),
                  }),
                ]);
  const passed = cells.filter(([payload, at]) => refuseWrite(payload, at) === undefined);

  it('some commands are accepted and some refused', () => {
    expect(passed.length).toBeGreaterThan(cells.length / 10);
    expect(passed.length).toBeLessThan(cells.length / 2);
  });

  it.each<[string, (payload: CommandPayload, at: WriteContext) => boolean]>([
    ['an offline board', (_payload, at) => !at.isOnline],
    ['a user without access and role', (_payload, at) => at.roles.length === 0 && at.relation === 'none'],
    ['an expired delegate', (_payload, at) => at.roles.length === 0 && at.relation === 'expired'],
    ['7 bar', (payload) => payload.op === 'write' && payload.val === 7],
    ['a start in fault', (payload, at) => payload === start && at.last.data.on_off_state_r === 4],
    [
      'a fault reset without a fault',
      (payload, at) => payload === faultReset && [1, 3].includes(at.last.data.on_off_state_r ?? 0),
    ],
    ['a fault reset unlocked', (payload, at) => payload === faultReset && at.last.data.modbus === 0],
    ['start or stop unlocked', (payload, at) => payload.op === 'start_stop' && at.last.data.modbus === 0],
    [
      'a pressure in local control',
      (payload, at) => payload.op === 'write' && at.last.data.pressure_control !== 0,
    ],
    [
      'a register write by other users',
      (payload, at) => payload.op === 'reg_write' && !at.roles.some((role) => /Technician|Super/.test(role)),
    ],
  ])('no command is accepted for %s', (_case, isForbidden) =>
    expect(passed.filter(([payload, at]) => isForbidden(payload, at))).toEqual([]),
  );

  it('a stop is accepted for every user who may operate, in any state of a locked and online drive', () => {
    const stops = cells.filter(
      ([payload, { relation, isOnline, last }]) =>
        payload === stop && relation === 'owner' && isOnline && last.data.modbus !== 0,
    );
    expect(stops.length).toBeGreaterThan(20);
    for (const [payload, at] of stops) expect(refuseWrite(payload, at)).toBeUndefined();
  });
});
