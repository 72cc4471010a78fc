import { expect, it } from 'vitest';
import { configSum } from './sum.ts';

const config = {
  tele_s: 5,
  pressure: { min: 3, max: 5.5 },
  AnalogInput2: { enabled: 1, alias: 'Studňa' },
} as const;

it('R4.11 the sum ignores key order and undefined fields', () =>
  expect(
    configSum({
      AnalogInput2: { alias: 'Studňa', enabled: 1, unit: undefined },
      pressure: { max: 5.5, min: 3 },
      tele_s: 5,
    }),
  ).toBe(configSum(config)));

it.each([
  {},
  { ...config, tele_s: 6 },
  { ...config, pressure: { min: 3, max: 5.4 } },
  { ...config, AnalogInput2: { enabled: 1, alias: 'Studna' } as const },
  { ...config, AnalogInput2: undefined, AnalogInput3: config.AnalogInput2 },
])('R4.11 another config has another sum: %j', (other) =>
  expect(configSum(other)).not.toBe(configSum(config)),
);

it('the sum has eight hexadecimal digits', () => expect(configSum({})).toMatch(/^[0-9a-f]{8}$/));
