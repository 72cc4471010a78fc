import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import { describe, expect, it } from 'vitest';
import { factsOf, faultOf } from '../../fc/faults.ts';
import { DAY_S, HOUR_S } from '../../time.ts';
import { evaluate, newRuleState } from './evaluate.ts';
import { driveTrip } from './kinds.ts';
import type { RuleMemory } from './memory.ts';

const START_MS = Date.UTC(2026, 5, 1);
/** 0.37 kW at 230 V with its sensor on input 1, and 4 kW at 400 V. */
const SMALL: PumpValues = {
  motor_kw: 0.37,
  motor_volts: 230,
  motor_phases: 1,
  motor_a: 2.9,
  no_flow_w: 210,
  sensor_input: 1,
  sensor_signal: '4-20mA',
};
const LARGE: PumpValues = { motor_kw: 4, motor_volts: 400, motor_phases: 3, motor_a: 8.6, no_flow_w: 2100 };

const running: Partial<Reading> = {
  on_off_state_r: 1,
  frequency_fc: 42,
  required_pressure: 4,
  pressure: 4,
  motor_power: 0.3,
  motor_current: 2.1,
  bus_voltage: 318,
  temperature_fc: 40,
  temperature_mnb: 25,
  fault: 0,
  analog_input_2: 0,
};

/** Frames of one device, with the alerts that they raise and clear. */
function device(card: PumpValues = {}, fcType = 'GD10') {
  const settings = { card, faults: factsOf({ fcType })?.faults ?? {} };
  let state = newRuleState();
  const log: string[] = [];
  const numbers: Record<string, Readonly<Record<string, number>>> = {};
  function frame(s: number, values: Partial<Reading>) {
    const atMs = START_MS + 1000 * s;
    const result = evaluate(state, { kind: 'frame', atMs, fc: 1, hasClock: true, values }, settings);
    // States pass through JSON, now and then: a month has many frames.
    const isStored = s % (s < HOUR_S ? 600 : 6 * HOUR_S) === 0;
    state = isStored ? JSON.parse(JSON.stringify(result.state)) : result.state;
    for (const { kind, severity, numbers: measured } of result.raised) {
      log.push(`${severity} ${kind}`);
      numbers[kind] = measured;
    }
    for (const { kind } of result.cleared) log.push(`cleared ${kind}`);
  }
  return {
    log,
    numbers,
    frame,
    memory: (): RuleMemory => state.memory,
    frames(
      fromS: number,
      toS: number,
      values: Partial<Reading> | ((s: number) => Partial<Reading>),
      stepS = 30,
    ) {
      for (let s = fromS; s < toS; s += stepS) frame(s, typeof values === 'function' ? values(s) : values);
    },
  };
}

describe('voltage by the class of the mains', () => {
  it.each<[string, PumpValues, number, string[]]>([
    ['230 V: 207 V AC', SMALL, 282, ['warning under_voltage']],
    ['230 V: usual', SMALL, 318, []],
    ['230 V: 260 V AC', SMALL, 367, ['warning over_voltage']],
    ['400 V: 345 V AC', LARGE, 465, ['warning under_voltage']],
    ['400 V: usual', LARGE, 545, []],
    ['400 V: 450 V AC', LARGE, 608, ['warning over_voltage']],
    ['unknown class', {}, 190, []],
  ])('%s for a quarter of an hour', (_case, card, bus_voltage, expected) => {
    const pump = device(card);
    const motor_power = 1.2 * ((card.no_flow_w ?? 0) / 1000);
    pump.frames(0, 540, { ...running, motor_power, bus_voltage });
    expect(pump.log).toEqual([]);
    pump.frames(540, 960, { ...running, motor_power, bus_voltage });
    expect(pump.log).toEqual(expected);
  });

  it('a dip far below the limit warns after seconds, one of a start does not', () => {
    const pump = device(LARGE);
    const loaded = { ...running, motor_power: 2.5 };
    pump.frames(0, 600, (s) => ({ ...loaded, bus_voltage: s % 60 === 0 ? 480 : 545 }));
    expect(pump.log).toEqual([]);
    pump.frames(600, 620, { ...loaded, bus_voltage: 400 }, 5);
    expect(pump.log).toEqual(['warning under_voltage']);
    expect(pump.numbers.under_voltage).toMatchObject({ volt: 400, class: 400 });
  });
});

it('over-current: 110 % of the rated current of this motor for three minutes', () => {
  const pump = device(SMALL);
  pump.frames(0, 240, { ...running, motor_current: 3.2 });
  pump.frames(240, 400, { ...running, motor_current: 2.4 });
  expect(pump.log).toEqual(['warning over_current', 'cleared over_current']);
  expect(pump.numbers.over_current).toMatchObject({ current: 3.2, ratedA: 2.9 });
  const other = device({ ...SMALL, motor_a: undefined } as PumpValues);
  other.frames(0, 600, { ...running, motor_current: 9 });
  expect(other.log).toEqual([]);
});

it('reverse rotation: state 2 while the motor turns, for half a minute', () => {
  const pump = device(SMALL);
  pump.frames(0, 120, { ...running, on_off_state_r: 2 }, 10);
  pump.frames(120, 200, running, 10);
  expect(pump.log).toEqual(['warning reverse_rotation', 'cleared reverse_rotation']);
});

it('frost: the board is below 3 °C for ten minutes', () => {
  const pump = device();
  pump.frames(0, 700, { ...running, temperature_mnb: 2 });
  pump.frames(700, 2700, { ...running, temperature_mnb: 6 });
  expect(pump.log).toEqual(['warning frost', 'cleared frost']);
});

describe('seizing', () => {
  const asleep = { ...running, frequency_fc: 0, motor_power: 0, motor_current: 0 };

  it('30 days without a run warn, a run clears', () => {
    const pump = device();
    pump.frame(0, running);
    pump.frames(120, 29.9 * DAY_S, asleep, 120);
    expect(pump.log).toEqual([]);
    pump.frames(29.9 * DAY_S, 30.1 * DAY_S, asleep, 120);
    expect(pump.log).toEqual(['warning seizing']);
    expect(pump.numbers.seizing).toMatchObject({ rest: 30 });
    pump.frame(30.1 * DAY_S, running);
    expect(pump.log.slice(1)).toEqual(['cleared seizing']);
  });

  it('after a day without frames it is unknown whether the pump has run', () => {
    const pump = device();
    pump.frames(0, 20 * DAY_S, asleep, 120);
    pump.frames(22 * DAY_S, 40 * DAY_S, asleep, 120);
    expect(pump.log).toEqual([]);
  });
});

it('fault 36 (underload) is dry running, and clears when the pump runs with water', () => {
  const pump = device(SMALL);
  pump.frame(0, { ...running, fault: 36, on_off_state_r: 4, frequency_fc: 0 });
  pump.frames(10, 120, running, 10);
  expect(pump.log).toEqual(['alarm dry_run', 'cleared dry_run']);
});

it.each([
  ['GD10', 7, 'over_voltage'],
  ['SINAMICS-V20', 2, 'over_voltage'],
  ['SINAMICS-V20', 3, 'under_voltage'],
  ['SINAMICS-V20', 4, 'over_temperature'],
  ['SINAMICS-V20', 80, 'sensor_fault'],
  ['SINAMICS-V20', 452, 'dry_run'],
  ['SINAMICS-V20', 11, 'drive_fault'],
  ['VLT-FC51', 7, 'over_voltage'],
  ['a type without a profile', 7, 'drive_fault'],
])('a trip of a %s with the code %i is an alarm %s, by the kind in its profile', (fcType, fault, kind) => {
  const pump = device(SMALL, fcType);
  for (const s of [0, 60]) pump.frame(s, { ...running, fault, on_off_state_r: 4, frequency_fc: 0 });
  expect(pump.log).toEqual([`alarm ${kind}`]);
  expect(pump.numbers[kind]).toMatchObject({ fault });
});

it.each([
  ['GD10', 12, 'overload'],
  ['GD200A', 14, 'phase'],
  ['SINAMICS-V20', 20, 'phase'],
  ['SINAMICS-V20', 12, undefined],
])('a trip of a %s with the code %i has the texts %s', (fcType, code, trip) =>
  expect(driveTrip(faultOf({ fcType }, code)?.kind)).toBe(trip),
);

it('a sensor on input 1: an open input 2 is no alarm', () => {
  const pump = device(SMALL);
  pump.frames(0, 600, running);
  expect(pump.log).toEqual([]);
});

it('states of earlier versions load: new fields are learned from the next frame on', () => {
  const old = newRuleState();
  const result = evaluate(old, { kind: 'frame', atMs: START_MS, fc: 1, hasClock: true, values: running });
  expect(result.state.memory).toMatchObject({ ranMs: START_MS, frameMs: START_MS });
});

describe('temperature against what power and ambient explain', () => {
  /** A converter whose thermal constants the rule does not know: 18 K per kW of output, and a time of half an hour. */
  function converter(isFanOk: (s: number) => boolean) {
    let riseK = 4;
    return (s: number): Partial<Reading> => {
      const isOn = s % (2 * HOUR_S) < 1500 || (s % DAY_S > 64_800 && s % DAY_S < 70_000);
      const kw = isOn ? 0.3 + 0.15 * Math.sin(s / 5000) : 0;
      const gain = isFanOk(s) ? 1 : 2.6;
      riseK += (60 / 1800) * (gain * (4 + 40 * kw) - riseK) * (isFanOk(s) ? 1 : 0.5);
      const ambient = 18 + 8 * Math.sin((2 * Math.PI * s) / DAY_S);
      return {
        ...running,
        frequency_fc: isOn ? 42 : 0,
        motor_power: kw,
        pressure: 4 + 0.2 * Math.sin(s / 700),
        temperature_mnb: Math.round(10 * (ambient + 3)) / 10,
        temperature_fc: Math.round(10 * (ambient + 3 + riseK)) / 10,
      };
    };
  }

  it('a healthy converter raises nothing in three weeks, also on hot days', () => {
    const pump = device(SMALL);
    pump.frames(
      0,
      21 * DAY_S,
      converter(() => true),
      60,
    );
    expect(pump.log).toEqual([]);
  });

  it('a failed fan is found by the first longer run, far below 75 °C', () => {
    const pump = device(SMALL);
    pump.frames(
      0,
      7 * DAY_S,
      converter((s) => s < 5 * DAY_S),
      60,
    );
    expect(pump.log[0]).toBe('warning over_temperature');
    const { temperature = 0, expectedC = 0 } = pump.numbers.over_temperature ?? {};
    expect(temperature).toBeLessThan(70);
    expect(temperature - expectedC).toBeGreaterThanOrEqual(15);
  });

  it('P9: a fan that is switched by the temperature is missed in a warm room, while the pump hardly runs', () => {
    /** Without its fan the converter is 26 K above the room; the fan holds it near 39 °C. */
    const converterIn = (roomC: (s: number) => number, hasFan: (s: number) => boolean) => (s: number) => {
      const isOn = s % HOUR_S < 60 && s % DAY_S > 6 * HOUR_S;
      const freeC = roomC(s) + 26 + (isOn ? 1 : 0);
      return {
        ...running,
        frequency_fc: isOn ? 42 : 0,
        motor_power: isOn ? 0.3 : 0,
        pressure: 4 + 0.2 * Math.sin(s / 700),
        temperature_mnb: Math.round(10 * (roomC(s) + 5)) / 10,
        temperature_fc:
          Math.round(10 * (hasFan(s) ? Math.min(39 + 0.1 * (roomC(s) - 17), freeC) : freeC)) / 10,
      };
    };
    const room = (s: number) => 17 + 2 * Math.sin((2 * Math.PI * s) / DAY_S) + (s > 5 * DAY_S ? 13 : 0);
    const healthy = device(SMALL);
    healthy.frames(
      0,
      7 * DAY_S,
      converterIn(room, () => true),
      60,
    );
    expect(healthy.log).toEqual([]);
    const failed = device(SMALL);
    failed.frames(
      0,
      7 * DAY_S,
      converterIn(room, (s) => s < 5 * DAY_S),
      60,
    );
    expect(failed.log).toEqual(['warning over_temperature']);
    expect(failed.numbers.over_temperature?.temperature).toBeLessThan(60);
  });

  it('the memory of it is small', () => {
    const pump = device(SMALL);
    pump.frames(
      0,
      4 * DAY_S,
      converter(() => true),
      60,
    );
    expect(JSON.stringify(pump.memory().heat).length).toBeLessThan(600);
  });
});
