import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { emptyLastData } from './last-data.ts';
import { measuredField, READING_UNITS, readingField, shownField } from './reading-units.ts';

it.each([
  ['electro_meter', 'kWh'],
  ['motor_operating_hours', 'h'],
  ['frequency_fc', 'Hz'],
  ['fault', ''],
] as const)('R4.7 the unit of %s is "%s"', (field, unit) => expect(READING_UNITS[field]).toBe(unit));

it('R5.8 motor_frequency maps to frequency_fc, every other name to itself', () => {
  expect(readingField('motor_frequency')).toBe('frequency_fc');
  for (const field of READING_FIELDS) expect(readingField(field)).toBe(field);
});

it('R4.4 a field has the time of its own measurement', () => {
  const last = aLastData({ ts: 1000, older: { electro_meter: 400 } });
  expect(measuredField(last, 'electro_meter', 1)).toEqual({ value: 120.5, unit: 'kWh', ts: 400 });
  expect(measuredField(last, 'motor_rpm', 1)).toEqual({ value: 2450, unit: 'rpm', ts: 1000 });
});

it('zero is a value; a field that was never reported is null', () => {
  const last = aLastData({ ts: 1000, data: someLastValues({ electro_meter: 0 }) });
  expect(measuredField(last, 'electro_meter', 1)).toMatchObject({ value: 0, ts: 1000 });
  expect(measuredField(emptyLastData('MNB-TE0001'), 'electro_meter', 1)).toMatchObject({
    value: null,
    ts: null,
  });
});

it('R5.5 in an unknown mode the required pressure is unknown, the measured one is not', () => {
  const last = aLastData({ ts: 1000, data: someLastValues({ required_pressure: 0.83 }) });
  const unknown = { value: null, unit: 'bar', ts: null };
  expect(measuredField(last, 'required_pressure', undefined)).toEqual(unknown);
  expect(shownField(last, 'required_pressure', undefined)).toEqual(unknown);
  expect(shownField(last, 'pressure', undefined)).toEqual({ value: 3.9, unit: 'bar', ts: 1000 });
});

it('R5.5 the wire value is bar ÷ normalizer with that unit; the displayed value is bar', () => {
  const last = aLastData({ ts: 1000, data: someLastValues({ required_pressure: 0.83 }) });
  expect(measuredField(last, 'required_pressure', 10)).toEqual({ value: 0.83, unit: '10 bar', ts: 1000 });
  expect(shownField(last, 'required_pressure', 10)).toEqual({ value: 8.3, unit: 'bar', ts: 1000 });
  expect(shownField(last, 'required_pressure', 1)).toEqual({ value: 0.83, unit: 'bar', ts: 1000 });
  expect(shownField(last, 'pressure', 10)).toEqual({ value: 3.9, unit: 'bar', ts: 1000 });
  expect(shownField(emptyLastData('MNB-TE0001'), 'required_pressure', 10)).toEqual({
    value: null,
    unit: 'bar',
    ts: null,
  });
});
