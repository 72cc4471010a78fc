import { expect, it } from 'vitest';
import { cardInForce, figuresOf, waitingRules } from './pump-card.ts';

it('what the board reports is in force before what people entered', () => {
  const entered = { motor_kw: 1.1, tank_l: 24 };
  expect(cardInForce(entered, { motor_kw: 1.5, sensor_input: 1 })).toEqual({
    motor_kw: 1.5,
    tank_l: 24,
    sensor_input: 1,
  });
});

it('unknown values give unknown figures, never those of another pump', () => {
  expect(figuresOf({})).toEqual({ ratedPowerW: undefined, noFlowPowerW: undefined });
  expect(figuresOf({ motor_kw: 2.2, no_flow_w: 1200 })).toEqual({ ratedPowerW: 2200, noFlowPowerW: 1200 });
});

it('a rule waits for the values that it needs, and names them', () => {
  expect(waitingRules({}).find(({ kind }) => kind === 'no_flow')).toEqual({
    kind: 'no_flow',
    missing: ['no_flow_w'],
  });
  const known = { motor_kw: 1, motor_volts: 230, no_flow_w: 600, sensor_input: 1 } as const;
  expect(waitingRules(known)).toEqual([]);
});
