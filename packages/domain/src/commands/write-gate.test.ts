import { describe, expect, it } from 'vitest';
import { RELATIONS } from '../access/policy.ts';
import { emptyLastData } from '../telemetry/last-data.ts';
import type { CommandPayload } from './command-values.ts';
import { START_LIMITS } from './start-rate.ts';
import { type WriteContext, writeGate } from './write-gate.ts';

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
  fcType: 'GD10',
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
const technician = { roles: ['Technician'], relation: 'none' } as const;

it.each<[string, CommandPayload, Partial<WriteContext>, string | undefined]>([
  ['R5.1 start', start, {}, undefined],
  ['R4.4 an offline board hears nothing, stop neither', stop, { isOnline: false }, 'DEVICE_OFFLINE'],
  ['R5.2 unlocked, the keypad is in charge: start', start, unlocked, 'LOCAL_CONTROL'],
  ['R5.2 unlocked: stop', stop, unlocked, 'LOCAL_CONTROL'],
  ['R5.2 unlocked in an old frame: stop goes to the board', stop, old, undefined],
  ['R5.2 locked since the frame: stop goes', stop, { ...unlocked, guard: true }, undefined],
  ['R5.2 locked since the frame: start goes', start, { ...unlocked, guard: true }, undefined],
  ['R5.2 unlocked since the frame: start does not', start, { guard: false }, 'LOCAL_CONTROL'],
  ['R5.2 unlocked since the frame: stop goes to the board', stop, { guard: false }, undefined],
  ['R5.4 handed over since the frame', bar(4), { ...local, guard: 0 }, undefined],
  ['R5.4 made local since the frame', bar(4), { guard: 1 }, 'LOCAL_CONTROL'],
  ['R5.2 unlocked: lock is how one gets out of it', lock, unlocked, undefined],
  ['R5.1 a drive in fault does not start', start, inFault, 'FC_FAULT'],
  ['R5.1 stop is never refused for a fault', stop, inFault, undefined],
  ['R5.4 a local set point takes no pressure', bar(4), local, 'LOCAL_CONTROL'],
  ['R5.4 and can be handed over', control, local, undefined],
  ['R5.4 the lock says nothing of the set point', bar(4), unlocked, undefined],
  ['an update lets nothing through', start, { isUpdating: true }, 'UPDATE_RUNNING'],
  ['no pressure either', bar(4), { isUpdating: true }, 'UPDATE_RUNNING'],
  ['no restart either', restart, { isUpdating: true }, 'UPDATE_RUNNING'],
  ['but stop', stop, { isUpdating: true }, undefined],
  ['contract 1.2 too soon', start, { startsS: [995] }, 'TOO_MANY_STARTS'],
  ['contract 1.2 stop is never too soon', stop, { startsS: [995] }, undefined],
  ['R5.5 the lower bound', bar(3), {}, undefined],
  ['R5.5 below it', bar(2.9), {}, 'OUT_OF_BOUNDS'],
  ['R5.5 above the upper bound', bar(5.6), {}, 'OUT_OF_BOUNDS'],
  ['R5.5 mode 10: 20 bar', bar(2), { pressure: { normalizer: 10 } }, undefined],
  ['R5.5 mode 10: what is 4 bar in mode 1 is 40', bar(4), { pressure: { normalizer: 10 } }, 'OUT_OF_BOUNDS'],
  ['R5.5 bounds of the config', bar(6), { pressure: { min: 1, max: 8 } }, undefined],
  ['R5.5 between two steps', bar(4.25), {}, 'STEP_TOO_FINE'],
  ['R5.5 mode 10: 4.2 bar is a step', bar(0.42), { pressure: { normalizer: 10 } }, undefined],
  ['R5.5 mode 10: 4.25 bar is none', bar(0.425), { pressure: { normalizer: 10 } }, 'STEP_TOO_FINE'],
  ['a wrong value is wrong for an offline board too', bar(99), { isOnline: false }, 'OUT_OF_BOUNDS'],
  ['a reset in fault and local', reset, { last: last({ modbus: 0, on_off_state_r: 4 }) }, undefined],
  ['R7.5 an owner writes no register', word(2305, 400), {}, 'FORBIDDEN'],
  ['R7.5 a technician does', word(2305, 400), technician, undefined],
  ['R7.5 a seller does not', word(2305, 400), { roles: ['Seller'] }, 'FORBIDDEN'],
  ['a stranger learns nothing', start, { relation: 'none' }, 'DEVICE_NOT_FOUND'],
  ['R4.3b nor one whose time is up', stop, { relation: 'expired' }, 'DEVICE_NOT_FOUND'],
  ['a register outside the allow-list', word(8192, 1), technician, 'REGISTER_NOT_WRITABLE'],
  ['a word outside its limits', word(2309, 0), technician, 'OUT_OF_BOUNDS'],
  ['an unknown type', word(2305, 400), { ...technician, fcType: 'XY9' }, 'FC_TYPE_UNKNOWN'],
  ['no type yet', word(2305, 400), { ...technician, fcType: null }, 'FC_TYPE_UNKNOWN'],
  ['R5.5 the pressure bounds apply to the register too', word(2305, 551), technician, 'OUT_OF_BOUNDS'],
  ['R5.5 nor by the other one', word(8194, 299), technician, 'OUT_OF_BOUNDS'],
  ['R5.5 at the bound', word(8194, 550), technician, undefined],
  ['R5.5 a pressure is refused while the mode is unknown', bar(4), { pressure: undefined }, 'CONFIG_UNKNOWN'],
  ['R5.5 nor a set point', word(8194, 400), { ...technician, pressure: undefined }, 'CONFIG_UNKNOWN'],
  ['a register that is none, all the same', word(11, 100), { ...technician, pressure: undefined }, undefined],
  ['stop needs no mode', stop, { pressure: undefined }, undefined],
])('%s', (_rule, payload, change, expected) =>
  expect(writeGate(payload, context(change))?.code).toBe(expected),
);

describe('R5.9 a fault reset', () => {
  const at = (change: Partial<WriteContext['faultReset']>, fault: Partial<WriteContext> = inFault) =>
    context({ ...fault, faultReset: { ...noResets, ...change } });
  const faultOf = (code: number, more: object) => ({
    last: last({ on_off_state_r: 4, fault: code, ...more }),
  });

  it.each<[string, WriteContext, object | undefined]>([
    ['a drive in fault, in remote control', at({}), undefined],
    ['a drive that runs', at({}, {}), { code: 'NOT_IN_FAULT' }],
    ['a drive without power', at({}, { last: last({ on_off_state_r: 5 }) }), { code: 'NOT_IN_FAULT' }],
    [
      'a state that is unknown is left to the board',
      at({}, { last: emptyLastData('MNB-TE0001') }),
      undefined,
    ],
    ['an old frame is left to the board', at({}, { last: { ...last(), ts: 900 } }), undefined],
    [
      'the keypad is in charge',
      at({}, { last: last({ on_off_state_r: 4, modbus: 0 }) }),
      { code: 'LOCAL_CONTROL' },
    ],
    ['unlocked since the frame', at({}, { ...inFault, guard: false }), { code: 'LOCAL_CONTROL' }],
    [
      'the cause is left to the board, which measures now',
      at({}, faultOf(10, { bus_voltage: 181 })),
      undefined,
    ],
    [
      'a raised protection',
      at({ raised: ['DRY_RUN'] }),
      { code: 'PROTECTION_ACTIVE', protection: 'DRY_RUN' },
    ],
    ['a warning forbids nothing', at({ raised: ['NO_FLOW'] }), undefined],
    ['the third in an hour', at({ resetsS: [900, 950] }), undefined],
    ['the fourth in an hour', at({ resetsS: [900, 950, 990.2] }), { code: 'TOO_MANY_RESETS', free_at: 4500 }],
    ['resets of more than an hour ago', at({ resetsS: [-2700, -2650, -2601] }), undefined],
    ['an older board that does not know the op', at({ isSupported: false }), { code: 'NOT_SUPPORTED' }],
    ['a board that has not told what it can do', at({ isSupported: null }), undefined],
    ['a board that is offline', at({}, { ...inFault, isOnline: false }), { code: 'DEVICE_OFFLINE' }],
    ['an update', at({}, { ...inFault, isUpdating: true }), { code: 'UPDATE_RUNNING' }],
    ['a stranger', at({}, { ...inFault, relation: 'none' }), { code: 'DEVICE_NOT_FOUND' }],
  ])('%s', (_case, facts, expected) => expect(writeGate(faultReset, facts)).toEqual(expected));

  it('a start goes out after a reset, before the next frame says that the fault is gone', () =>
    expect(writeGate(start, at({ isDoneSince: true }))).toBeUndefined());
});

describe('unknown is decided: the board looks at the drive, and says no itself', () => {
  it.each<[string, CommandPayload, Partial<WriteContext>]>([
    ['nothing was ever reported', start, { last: emptyLastData('MNB-TE0001') }],
    ['nothing was ever reported, pressure', bar(4), { last: emptyLastData('MNB-TE0001') }],
    ['a strange lock', start, { last: last({ modbus: 7 }) }],
    ['no power', start, { last: last({ on_off_state_r: 5 }) }],
    ['a converter that is silent, whatever it showed', start, { last: last({ modbus: 0 }, 0) }],
    ['a silent converter with a local set point', bar(4), { last: last({ pressure_control: 1 }, 0) }],
  ])('%s', (_case, payload, change) => expect(writeGate(payload, context(change))).toBeUndefined());
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
        const refusal = writeGate(payload, context({ ...technician, ...who, isOnline, lockOut: tag(null) }));
        expect(refusal).toEqual({ code: 'LOCKED_OUT', lock_out: tag(null) });
      }
  });

  it.each([stop, read])('lets $op through', (payload) =>
    expect(writeGate(payload, context({ lockOut: tag(null) }))).toBeUndefined(),
  );

  it('holds until its end and no longer', () => {
    expect(writeGate(start, context({ nowS: 1000, lockOut: tag(1001) }))?.code).toBe('LOCKED_OUT');
    expect(writeGate(start, context({ nowS: 1001, lockOut: tag(1001) }))).toBeUndefined();
  });

  it('is not told to users who may not see the device', () =>
    expect(writeGate(start, context({ relation: 'none', lockOut: tag(null) }))).toEqual({
      code: 'DEVICE_NOT_FOUND',
    }));
});

describe('two people at once', () => {
  it.each<[string, Partial<WriteContext>, object | undefined]>([
    ['the user saw the current value', { expect: 4 }, undefined],
    ['the user saw another value', { expect: 4.1 }, { code: 'VALUE_CHANGED', current: 4 }],
    [
      'another command is changing it',
      { expect: 4, isChanging: true },
      { code: 'VALUE_CHANGED', current: null },
    ],
    ['a write without an expected value overwrites', { isChanging: true }, undefined],
    ['nothing is known', { expect: 4, current: null }, undefined],
    ['finer than a step is the drive’s rounding', { expect: 4.01 }, undefined],
  ])('%s', (_case, change, expected) => expect(writeGate(bar(4.2), context(change))).toEqual(expected));
});

it('OUT_OF_BOUNDS tells the bounds, in bar', () =>
  expect(writeGate(bar(9), context({ pressure: { min: 2, max: 6 } }))).toEqual({
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
  const passed = cells.filter(([payload, at]) => writeGate(payload, at) === undefined);

  it('some pass and some do not', () => {
    expect(passed.length).toBeGreaterThan(cells.length / 10);
    expect(passed.length).toBeLessThan(cells.length / 2);
  });

  it.each<[string, (payload: CommandPayload, at: WriteContext) => boolean]>([
    ['an offline board', (_wish, at) => !at.isOnline],
    ['a stranger without a role', (_wish, at) => at.roles.length === 0 && at.relation === 'none'],
    ['an expired delegate', (_wish, at) => at.roles.length === 0 && at.relation === 'expired'],
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
      'a register by anybody else',
      (payload, at) => payload.op === 'reg_write' && !at.roles.some((role) => /Technician|Super/.test(role)),
    ],
  ])('nothing passes for %s', (_case, isForbidden) =>
    expect(passed.filter(([payload, at]) => isForbidden(payload, at))).toEqual([]),
  );

  it('stop passes for every user who may operate, in any state of the drive, while it is locked and online', () => {
    const stops = cells.filter(
      ([payload, { relation, isOnline, last }]) =>
        payload === stop && relation === 'owner' && isOnline && last.data.modbus !== 0,
    );
    expect(stops.length).toBeGreaterThan(20);
    for (const [payload, at] of stops) expect(writeGate(payload, at)).toBeUndefined();
  });
});
