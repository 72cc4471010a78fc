import { RuleKind } from '@manoboard/contract/alert/kinds';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { describe, expect, it } from 'vitest';
import { factsOf, faultOf } from '../../fc/faults.ts';
import { alertRules } from './alert-rules.ts';
import { evaluate, newRuleState, type RuleState } from './evaluate.ts';
import type { RuleInput } from './inputs.ts';
import { eventKind } from './kinds.ts';
import { RULE_GROUPS } from './rule.ts';
import { type AlertSettings, numbersOf } from './settings.ts';

const START_MS = Date.UTC(2026, 5, 1, 12);
const healthy: Partial<Reading> = {
  on_off_state_r: 1,
  modbus: 2,
  frequency_fc: 40,
  pressure_control: 0,
  required_pressure: 4,
  pressure: 4,
  motor_power: 0.68,
  motor_current: 4.9,
  bus_voltage: 318,
  temperature_fc: 48,
  fault: 0,
  rssi: -61,
  analog_input_2: 4,
  electro_meter: 100,
  motor_operating_hours: 50,
};
const asleep: Partial<Reading> = { ...healthy, frequency_fc: 0, motor_power: 0, motor_current: 0 };

/** The rules of one device; seconds count from the start. The state passes through JSON at every step. */
const FAULTS = factsOf({ fcType: 'GD10' })?.faults ?? {};
function device(settings: AlertSettings = { card: { sensor_input: 2, motor_volts: 230 }, faults: FAULTS }) {
  let state: RuleState = newRuleState();
  const log: string[] = [];
  function input(next: RuleInput) {
    const result = evaluate(state, next, settings);
    state = JSON.parse(JSON.stringify(result.state));
    const s = (next.atMs - START_MS) / 1000;
    for (const { kind, severity } of result.raised) log.push(`${s} ${severity} ${kind}`);
    for (const { kind } of result.cleared) log.push(`${s} cleared ${kind}`);
    return result;
  }
  const frame = (s: number, values: Partial<Reading>, fc: 0 | 1 = 1, hasClock = true) =>
    input({ kind: 'frame', atMs: START_MS + 1000 * s, fc, hasClock, values });
  return {
    log,
    input,
    frame,
    state: () => state,
    /** Frames every `stepS` seconds, both ends included. */
    frames(fromS: number, toS: number, values: Partial<Reading>, stepS = 10) {
      for (let s = fromS; s <= toS; s += stepS) frame(s, values);
    },
    tick: (s: number, isOnline: boolean | null) =>
      input({ kind: 'tick', atMs: START_MS + 1000 * s, isOnline }),
    event: (s: number, st: 'raised' | 'cleared', code: 'DRY_RUN' | 'FC_FAULT', d: Partial<Reading> = {}) =>
      input({ kind: 'event', atMs: START_MS + 1000 * s, event: { id: 'E1', code, st, sev: 'alarm', d } }),
  };
}

describe('rules wait for their delay, and clear with hysteresis', () => {
  it('endless run: 6 hours without a stop; cleared by the stop', () => {
    const { frames, frame, log } = device();
    frames(0, 21_600, healthy, 60);
    frame(21_660, asleep);
    expect(log).toEqual(['21600 warning endless_run', '21660 cleared endless_run']);
  });

  it('pressure far from required: more than 1 bar for 5 minutes while the pump is on', () => {
    const { frames, log } = device();
    frames(0, 300, { ...healthy, pressure: 2.8 });
    frames(310, 370, healthy);
    expect(log).toEqual(['300 warning pressure_off', '370 cleared pressure_off']);
    const off = device();
    off.frames(0, 600, { ...asleep, on_off_state_r: 3, pressure: 1 });
    expect(off.log).toEqual([]);
  });

  it('pressure far from required is left to the rule that explains it', () => {
    const { event, frames, log } = device();
    event(0, 'raised', 'DRY_RUN');
    frames(10, 600, { ...healthy, pressure: 2.8 });
    expect(log).toEqual(['0 alarm dry_run']);
  });

  it('sensor fault: a signal above its range is an alarm of a stopped pump too', () => {
    const { frames, log } = device();
    frames(0, 30, { ...asleep, analog_input_2: 11, pressure: 11 }, 30);
    frames(60, 90, asleep, 30);
    expect(log).toEqual(['30 alarm sensor_fault', '90 cleared sensor_fault']);
  });

  it('over-temperature: a warning at 75 °C becomes an alarm at 85 °C', () => {
    const { frames, log } = device();
    frames(0, 120, { ...healthy, temperature_fc: 78 });
    frames(130, 190, { ...healthy, temperature_fc: 88 });
    frames(200, 500, { ...healthy, temperature_fc: 66 });
    expect(log).toEqual([
      '60 warning over_temperature',
      '190 alarm over_temperature',
      '500 cleared over_temperature',
    ]);
  });

  it.each([
    [
      'a rise that the pump cannot cause',
      { electro_meter: 160 },
      ['20 warning meter_jump', '3620 cleared meter_jump'],
    ],
    ['a fall to another value', { electro_meter: 80 }, ['20 warning meter_jump', '3620 cleared meter_jump']],
    ['a reset to 0', { electro_meter: 0 }, []],
    [
      'more hours than passed',
      { motor_operating_hours: 55 },
      ['20 warning meter_jump', '3620 cleared meter_jump'],
    ],
  ])('meter jump: %s', (_what, change, expected) => {
    const { frames, log } = device();
    frames(0, 10, asleep);
    frames(20, 3620, { ...asleep, ...change }, 60);
    expect(log).toEqual(expected);
  });

  it('meter jump: a meter that could not be read for hours has counted meanwhile', () => {
    const { frames, log } = device();
    const { electro_meter: _, ...unread } = asleep;
    frames(0, 10, asleep);
    frames(20, 7200, unread, 60);
    frames(7210, 7270, { ...asleep, electro_meter: 102 }, 60);
    expect(log).toEqual([]);
  });

  it('configuration not applied: 5 minutes while the board is online', () => {
    const { input, tick, log } = device();
    input({ kind: 'config', atMs: START_MS, isApplied: false });
    tick(0, false);
    tick(280, false);
    tick(290, true);
    tick(580, true);
    expect(log).toEqual([]);
    tick(590, true);
    input({ kind: 'config', atMs: START_MS + 600_000, isApplied: true });
    expect(log).toEqual(['590 warning config_not_applied', '600 cleared config_not_applied']);
  });
});

describe('unknown values neither raise nor clear', () => {
  const hot = { ...healthy, temperature_fc: 80 };
  const { temperature_fc: _, ...unread } = healthy;

  it('a value that is not measurable restarts the delay', () => {
    const { frames, log } = device();
    frames(0, 50, hot);
    frames(60, 60, unread);
    frames(70, 120, hot);
    expect(log).toEqual([]);
    frames(130, 130, hot);
    expect(log).toEqual(['130 warning over_temperature']);
  });

  it('an open alert stays open while the value is unknown or the board is offline', () => {
    const { frames, tick, log } = device();
    frames(0, 60, hot);
    frames(70, 900, unread);
    tick(910, false);
    expect(log).toEqual(['60 warning over_temperature']);
  });

  it('frames on both sides of a gap do not add up to a delay', () => {
    const { frame, log } = device();
    frame(0, hot);
    frame(1000, hot);
    expect(log).toEqual([]);
  });

  it('an older frame changes nothing', () => {
    const { frame, state, log } = device();
    frame(100, healthy);
    const before = state();
    frame(50, { ...healthy, fault: 4 });
    expect(state()).toEqual(before);
    expect(log).toEqual([]);
  });

  it('the presence after an outage of the server is unknown: no board counts as offline', () => {
    const { tick, log } = device();
    tick(0, null);
    tick(1000, null);
    expect(log).toEqual([]);
  });
});

describe('events of the board and rules share one alert', () => {
  it('a fault and its event are one alert, which clears when both are over', () => {
    const { event, frame, log } = device();
    event(0, 'raised', 'FC_FAULT', { fault: 16 });
    frame(1, { ...healthy, fault: 16, on_off_state_r: 4, frequency_fc: 0 });
    frame(61, { ...healthy, fault: 16, on_off_state_r: 4, frequency_fc: 0 });
    event(70, 'cleared', 'FC_FAULT', { fault: 0 });
    expect(log).toEqual(['0 alarm over_temperature']);
    frame(80, healthy);
    for (let s = 140; s <= 380; s += 60) frame(s, healthy);
    expect(log.slice(1)).toEqual(['380 cleared over_temperature']);
  });

  it('an event that arrives twice is one alert', () => {
    const { event, log } = device();
    event(0, 'raised', 'DRY_RUN');
    event(1, 'raised', 'DRY_RUN');
    event(2, 'cleared', 'DRY_RUN');
    expect(log).toEqual(['0 alarm dry_run', '2 cleared dry_run']);
  });

  it('a fault raises nothing until the board names its converter, and then what the code means there', () => {
    const fault = { ...healthy, on_off_state_r: 4, fault: 10 };
    const unnamed = device({ faults: null });
    unnamed.frames(0, 60, fault);
    expect(unnamed.log).toEqual([]);
    const named = device();
    named.frames(0, 60, fault);
    expect(named.log).toEqual([expect.stringContaining('alarm under_voltage')]);
  });

  it.each([
    ['DRY_RUN', 0, 'dry_run'],
    ['FC_FAULT', 4, 'drive_fault'],
    ['FC_FAULT', 8, 'over_voltage'],
    ['FC_FAULT', 10, 'under_voltage'],
    ['FC_FAULT', 36, 'dry_run'],
    ['FC_FAULT', 22, 'sensor_fault'],
    ['SENSOR_BREAK', 0, 'sensor_fault'],
    ['FC_OFFLINE', 0, 'fc_link_lost'],
  ] as const)('%s with fault %i is %s', (code, fault, kind) =>
    expect(eventKind(code, faultOf({ fcType: 'GD10' }, fault)?.kind)).toBe(kind),
  );
});

describe('settings of a device', () => {
  it('a threshold outside its limits counts as the nearest limit, and a bad one as the default', () => {
    const { thresholds } = alertRules.over_temperature;
    const numbers = (own: Record<string, number>) =>
      numbersOf('over_temperature', thresholds, { thresholds: { over_temperature: own } });
    expect(numbers({ warnC: 20, alarmC: 500 })).toMatchObject({ warnC: 50, alarmC: 100, afterS: 60 });
    expect(numbers({ warnC: Number.NaN })).toMatchObject({ warnC: 75 });
  });

  it('a rule that is switched off raises nothing and clears its alert', () => {
    const settings: AlertSettings = { off: [] };
    const { frames, frame, log } = device(settings);
    frames(0, 60, { ...healthy, temperature_fc: 80 });
    settings.off = ['over_temperature'];
    frame(70, { ...healthy, temperature_fc: 80 });
    expect(log).toEqual(['60 warning over_temperature', '70 cleared over_temperature']);
  });

  it.each(RuleKind.options)('%s has a group, limits around its defaults, and evidence', (kind: RuleKind) => {
    const { thresholds, evidence, group } = alertRules[kind];
    expect(RULE_GROUPS).toContain(group);
    for (const { initial, low, high } of Object.values(thresholds)) {
      expect(low).toBeLessThanOrEqual(initial);
      expect(high).toBeGreaterThanOrEqual(initial);
    }
    expect(evidence.minutes).toBeGreaterThan(0);
  });

  it('the stored state of a device is small', () => {
    const { frames, state } = device();
    for (let start = 0; start < 300; start++) frames(300 * start, 300 * start, start % 2 ? healthy : asleep);
    expect(JSON.stringify(state()).length).toBeLessThan(4000);
  });
});
