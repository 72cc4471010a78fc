import { expect, it } from 'vitest';
import { fakeClock } from '../test/fake-clock.ts';
import { addressOf } from '../test/gd10-world.ts';
import { openRealWorld } from './real-world.ts';
import { Refusal } from './refusal.ts';

const ADDRESS = 'modbus:tcp://127.0.0.1:9';

it("a drive without a profile is refused: another drive's map would give wrong numbers", () => {
  expect(() => openRealWorld(addressOf(ADDRESS), 'ACS310', fakeClock())).toThrow(Refusal);
});

it('a pump smaller than its converter is checked against its own figures', () => {
  const told = addressOf(`${ADDRESS}?kw=2.2&pump_kw=0.75&noflow_w=500`);
  expect(openRealWorld(told, 'GD10', fakeClock()).pump).toEqual({ motor_kw: 0.75, no_flow_w: 500 });
});

it('the pump data are those configured', () => {
  expect(openRealWorld(addressOf(ADDRESS), 'GD10', fakeClock())).toMatchObject({
    pump: {},
    unit: 1,
  });
  expect(openRealWorld(addressOf(`${ADDRESS}?kw=1.5&sensor=ai2&unit=7`), 'GD20', fakeClock())).toMatchObject({
    unit: 7,
    pump: { motor_kw: 1.5, sensor_input: 2 },
  });
});
