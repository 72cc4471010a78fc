import type { LastValues } from '@manoboard/contract/device';
import { describe, expect, it } from 'vitest';
import { lockOf } from './control-mode.ts';
import { noData } from './last-data.ts';
import { startStopRefusal } from './start-stop-gate.ts';

const values = (change: Partial<LastValues> = {}): LastValues => ({
  ...noData('MNB-TE0001').data,
  on_off_state_r: 1,
  modbus: 2,
  ...change,
});

describe('lockOf', () => {
  it.each([
    [0, 'unlocked'],
    [2, 'locked'],
    [1, 'unknown'],
    [3, 'unknown'],
    [null, 'unknown'],
  ] as const)('R5.2 modbus %s is %s', (modbus, expected) => expect(lockOf({ modbus })).toBe(expected));
});

describe('startStopRefusal', () => {
  it.each([true, false])('R5.1 a board that is online and locked obeys (on: %s)', (wantsOn) =>
    expect(startStopRefusal(true, values(), wantsOn)).toBeUndefined(),
  );

  it.each([true, false])('R4.4 a board that is offline hears nothing (on: %s)', (wantsOn) =>
    expect(startStopRefusal(false, values(), wantsOn)).toBe('DEVICE_OFFLINE'),
  );

  it.each([true, false])('R5.2 unlocked, the keypad is in charge (on: %s)', (wantsOn) =>
    expect(startStopRefusal(true, values({ modbus: 0 }), wantsOn)).toBe('LOCAL_CONTROL'),
  );

  it('R5.1 a drive in fault cannot be started, but stop is never refused for a fault', () => {
    expect(startStopRefusal(true, values({ on_off_state_r: 4 }), true)).toBe('FC_FAULT');
    expect(startStopRefusal(true, values({ on_off_state_r: 4 }), false)).toBeUndefined();
  });

  it.each([
    ['an unknown lock', { modbus: null }],
    ['a strange lock', { modbus: 7 }],
    ['an unknown state', { on_off_state_r: null }],
    ['no power', { on_off_state_r: 5 }],
  ])('R5.2 %s is left to the board, which knows', (_case, change) =>
    expect(startStopRefusal(true, values(change), true)).toBeUndefined(),
  );

  it('the first reason counts: offline, then local control, then fault', () => {
    const worst = values({ modbus: 0, on_off_state_r: 4 });
    expect(startStopRefusal(false, worst, true)).toBe('DEVICE_OFFLINE');
    expect(startStopRefusal(true, worst, true)).toBe('LOCAL_CONTROL');
  });
});
