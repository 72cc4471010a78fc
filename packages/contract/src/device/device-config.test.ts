import { describe, expect, it } from 'vitest';
import { DeviceConfig, WishedConfig } from './device-config.ts';

const input = { enabled: 1, min: 0, max: 10, minRefVoltage: 0, maxRefVoltage: 10 };

describe('valid configs (R4.9, R5.5)', () => {
  it.each([
    ['an empty config', {}],
    ['a pressure config with one bound', { pressure: { min: 2 } }],
    ['a sensor with a falling slope', { AnalogInput2: { ...input, minRefVoltage: 10, maxRefVoltage: 0 } }],
    ['up to the sensor span', { pressure: { min: 3, max: 100, normalizer: 10 } }],
    ['an input that is off', { AnalogInput3: { enabled: 0 } }],
    ['the fastest and the slowest frames', { tele_s: 1, tele_idle_s: 3600 }],
  ])('%s', (_case, config) => expect(DeviceConfig.parse(config)).toEqual(config));
});

describe('invalid configs', () => {
  it.each([
    ['bounds the wrong way round', { pressure: { min: 5, max: 3 } }, 'pressure.min', 'min_not_below_max'],
    ['bounds without a span', { pressure: { min: 4, max: 4 } }, 'pressure.min', 'min_not_below_max'],
    [
      'a bound above the sensor span',
      { pressure: { min: 3, max: 12, sensor_max: 10 } },
      'pressure.max',
      'above_sensor',
    ],
    ['above the default sensor span', { pressure: { min: 3, max: 50 } }, 'pressure.max', 'above_sensor'],
    [
      'above the default sensor span of mode 10',
      { pressure: { normalizer: 10, min: 3, max: 101 } },
      'pressure.max',
      'above_sensor',
    ],
    [
      'an input without a span',
      { AnalogInput2: { ...input, max: 0 } },
      'AnalogInput2.min',
      'min_not_below_max',
    ],
    [
      'a voltage without a span',
      { AnalogInput3: { ...input, minRefVoltage: 10 } },
      'AnalogInput3.minRefVoltage',
      'zero_span',
    ],
  ])('%s', (_case, config, at, reason) => {
    const [issue] = DeviceConfig.safeParse(config).error?.issues ?? [];
    expect(issue?.path.join('.')).toBe(at);
    expect(issue?.message).toBe(reason);
    expect(WishedConfig.safeParse(config).error?.issues[0]).toEqual(issue);
  });

  it.each([
    { tele_s: 0 },
    { tele_s: 5.5 },
    { tele_s: '5' },
    { tele_idle_s: 1 },
    { pressure: { normalizer: 5 } },
    { pressure: { min: -1, max: 4 } },
    { pressure: { min: Number.POSITIVE_INFINITY } },
    { pressure: null },
    { AnalogInput2: { ...input, enabled: 2 } },
    { AnalogInput2: { ...input, alias: 'two\nlines' } },
    { AnalogInput2: { ...input, alias: 'x'.repeat(65) } },
  ])('%j', (config) => expect(DeviceConfig.safeParse(config).success).toBe(false));
});

it.each([
  [{ max: 4 }, 'pressure.min'],
  [{ min: 2, normalizer: 10 }, 'pressure.max'],
])(
  'R5.5 a config with one bound: a board accepts %j, a form reports an error at the other field',
  (half, at) => {
    expect(DeviceConfig.parse({ pressure: half })).toEqual({ pressure: half });
    const [issue] = WishedConfig.safeParse({ pressure: half }).error?.issues ?? [];
    expect([issue?.path.join('.'), issue?.message]).toEqual([at, 'half_bounds']);
  },
);

describe('unknown keys', () => {
  it.each([
    [{ tele: 5 }, {}],
    [{ pressure: { maximum: 4 } }, { pressure: {} }],
    [{ AnalogInput2: { ...input, offset: 1 } }, { AnalogInput2: input }],
    [{ AnalogInput3: { enabled: 0, colour: 'red' } }, { AnalogInput3: { enabled: 0 } }],
  ])('%j: a board ignores unknown keys, a form reports them', (config, rest) => {
    expect(DeviceConfig.parse(config)).toEqual(rest);
    expect(WishedConfig.safeParse(config).error?.issues[0]?.code).toBe('unrecognized_keys');
    expect(WishedConfig.parse(rest)).toEqual(rest);
  });
});
