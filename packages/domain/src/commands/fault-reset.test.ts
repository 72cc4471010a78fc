import { expect, it } from 'vitest';
import { doesCausePersist, faultResetQuota } from './fault-reset.ts';

it.each([
  ['none so far', [], { left: 3, freeAtS: null }],
  ['two in this hour', [9000, 9500], { left: 1, freeAtS: null }],
  ['three: the oldest of them decides', [9500, 9000, 9900], { left: 0, freeAtS: 12_600 }],
  ['more than the limit, after it was lowered', [9000, 9100, 9200, 9300], { left: 0, freeAtS: 12_700 }],
  ['exactly an hour ago no longer counts', [6400, 9000, 9500], { left: 1, freeAtS: null }],
  ['stored before the clock was set back', [10_500, 9000, 9500], { left: 1, freeAtS: null }],
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
  ['an overcurrent is left to the drive', 4, { busVoltageV: 100, temperatureC: 120, sensorV: 0 }, false],
  ['a code that is unknown', 99, { busVoltageV: 100 }, false],
  ['no fault', 0, { busVoltageV: 100 }, false],
] as const)('R5.9 the cause of a fault: %s', (_case, code, values, expected) =>
  expect(doesCausePersist('GD10', code, values)).toBe(expected),
);
