import { expect, it } from 'vitest';
import {
  cardChanges,
  cardInForce,
  enterValues,
  figuresOf,
  forBoard,
  measureValues,
  sensorVoltage,
  sourcesOf,
  waitingRules,
} from './pump-card.ts';

it('what the board reports is in force before what people entered', () => {
  const entered = { motor_kw: 1.1, tank_l: 24 };
  expect(cardInForce(entered, { motor_kw: 1.5, sensor_input: 1 })).toEqual({
    motor_kw: 1.5,
    tank_l: 24,
    sensor_input: 1,
  });
});

it('unknown values give unknown figures, never those of another pump', () => {
  expect(Object.values(figuresOf({})).filter((value) => value !== undefined)).toEqual([]);
  expect(figuresOf({ motor_kw: 2.2, no_flow_w: 1200 })).toMatchObject({
    ratedPowerW: 2200,
    noFlowPowerW: 1200,
  });
});

it('a rule waits for the values that it needs, and names them', () => {
  expect(waitingRules({}).find(({ kind }) => kind === 'no_flow')).toEqual({
    kind: 'no_flow',
    missing: ['no_flow_w'],
  });
  const known = {
    motor_kw: 1,
    motor_volts: 230,
    motor_a: 6,
    no_flow_w: 600,
    sensor_input: 1,
    sensor_place: 'house',
    source: 'mains',
  } as const;
  expect(waitingRules(known)).toEqual([]);
});

const empty = { values: {}, origins: {} };

it('an unchanged value keeps its origin, a changed one gets the new one, an omitted one becomes unknown', () => {
  const first = enterValues(empty, { motor_kw: 1.5, tank_l: 24, hz_low: 25 }, { source: 'person', at: 10 });
  const measured = measureValues(first, { no_flow_w: 860 }, 20);
  const next = enterValues(
    measured,
    { motor_kw: 1.5, tank_l: 50, no_flow_w: 860 },
    { source: 'person', at: 30 },
  );
  expect(next.origins).toEqual({
    motor_kw: { source: 'person', at: 10 },
    tank_l: { source: 'person', at: 30 },
    no_flow_w: { source: 'measured', at: 20 },
  });
});

it('a value that the board reports has the source of the board, whatever people entered', () => {
  const entered = enterValues(empty, { motor_kw: 1.1, tank_l: 24 }, { source: 'person', at: 10 });
  expect(sourcesOf(entered, { motor_kw: 1.5, hz_low: 25 })).toEqual([
    { name: 'motor_kw', source: 'board', at: null },
    { name: 'tank_l', source: 'person', at: 10 },
    { name: 'hz_low', source: 'board', at: null },
  ]);
});

it('R5.7b a change names each value that differs, with a curve as text', () => {
  const curve = [
    { lpm: 0, m: 50, w: 896 },
    { lpm: 60, m: 40 },
  ];
  expect(cardChanges({ motor_kw: 1.1, tank_l: 24 }, { tank_l: 24, source: 'well', curve })).toEqual([
    { field: 'pump.curve', old: null, new: '0/50/896; 60/40' },
    { field: 'pump.motor_kw', old: 1.1, new: null },
    { field: 'pump.source', old: null, new: 'well' },
  ]);
});

it('the board gets the entered values that its protection uses and that it does not report itself', () => {
  const entered = { motor_kw: 1.1, no_flow_w: 700, tank_l: 24, source: 'well' } as const;
  expect(forBoard(entered, { motor_kw: 1.5 })).toEqual({ no_flow_w: 700 });
});

it.each([
  [1, undefined],
  [2, 4.1],
  [3, 0.2],
  [undefined, undefined],
] as const)('a sensor on input %s has a voltage of %s', (input, volts) => {
  const reading = { analog_input_2: 4.1, analog_input_3: 0.2 };
  expect(sensorVoltage(reading, input === undefined ? {} : { sensor_input: input })).toBe(volts);
});
