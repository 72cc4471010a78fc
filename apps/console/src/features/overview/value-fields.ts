import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';

/** R4.6: what people ask for first comes first, until they arrange it themselves. */
const FIRST: readonly ReadingField[] = [
  'pressure',
  'frequency_fc',
  'motor_current',
  'motor_power',
  'temperature_fc',
  'temperature_mnb',
  'electro_meter',
  'motor_operating_hours',
  'required_pressure',
  'motor_rpm',
  'on_off_state_r',
  'modbus',
  'pressure_control',
  'fault',
];

export const VALUE_FIELDS: readonly ReadingField[] = [...new Set([...FIRST, ...READING_FIELDS])];
