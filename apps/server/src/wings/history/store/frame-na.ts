import { READING_FIELDS, type ReadingField } from '@manoboard/contract/mqtt/reading';
import type { Retry } from '@manoboard/contract/mqtt/topics';

/** Bits of the column `na` of a frame. A field keeps its bit for ever: stored frames refer to it. */
const NA_BITS: Record<ReadingField, number> = {
  on_off_state_r: 1 << 0,
  modbus: 1 << 1,
  frequency_fc: 1 << 2,
  pressure_control: 1 << 3,
  required_pressure: 1 << 4,
  pressure: 1 << 5,
  motor_current: 1 << 6,
  motor_rpm: 1 << 7,
  motor_power: 1 << 8,
  bus_voltage: 1 << 9,
  temperature_fc: 1 << 10,
  temperature_mnb: 1 << 11,
  analog_input_2: 1 << 12,
  analog_input_3: 1 << 13,
  electro_meter: 1 << 14,
  motor_operating_hours: 1 << 15,
  fault: 1 << 16,
  rssi: 1 << 17,
};

/** Null for none, which costs no byte. Names that are no readings are not stored. */
export const naMask = (fields: readonly (ReadingField | keyof Retry)[] = []) =>
  fields.reduce((mask, field) => mask | (NA_BITS[field as ReadingField] ?? 0), 0) || null;

export const naFields = (mask: number | null) =>
  mask === null ? [] : READING_FIELDS.filter((field) => (mask & NA_BITS[field]) !== 0);
