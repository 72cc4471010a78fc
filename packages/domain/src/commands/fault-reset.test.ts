import { expect, it } from 'vitest';
import { faultOf } from '../fc/faults.ts';
import { doesCausePersist, faultResetQuota } from './fault-reset.ts';

it.each([
  ['no reset so far', [], { left: 3, freeAtS: null }],
  ['two in this hour', [9000, 9500], { left: 1, freeAtS: null }],
  ['three: the oldest determines the next possible time', [9500, 9000, 9900], { left: 0, freeAtS: 12_600 }],
  ['more than the limit, after it was lowered', [9000, 9100, 9200, 9300], { left: 0, freeAtS: 12_700 }],
  ['a reset exactly an hour ago is not counted', [6400, 9000, 9500], { left: 1, freeAtS: null }],
  [
    'a reset in the future, before the clock was set back, is not counted',
    [10_500, 9000, 9500],
    { left: 1, freeAtS: null },
  ],
] as const)('R5.9 quota of resets: %s', (_case, resetsS, expected) =>
  expect(faultResetQuota({ resetsS, perHour: 3 }, 10_000)).toEqual(expected),
);

it.each([
  ['PIDE with the sensor broken', 22, { sensorV: 0 }, true],
  ['PIDE with the sensor back', 22, { sensorV: 4 }, false],
  ['PIDE, sensor unknown', 22, {}, false],
  ['UV, bus unknown', 10, { busVoltageV: null }, false],
  ['UV, bus at 181 V', 10, { busVoltageV: 181 }, true],
  ['OH1 at 95 °C', 15, { temperatureC: 95 }, true],
  ['an overcurrent, which the drive decides', 4, { busVoltageV: 100, temperatureC: 120, sensorV: 0 }, false],
  ['an unknown code', 99, { busVoltageV: 100 }, false],
  ['no fault', 0, { busVoltageV: 100 }, false],
] as const)('R5.9 whether the cause of a fault persists: %s', (_case, code, values, expected) =>
  expect(doesCausePersist(faultOf({ fcType: 'GD10' }, code)?.kind, values)).toBe(expected),
);
