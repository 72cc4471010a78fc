import type { LastData } from '@manoboard/contract/device/device';
import type { ValueName } from '@manoboard/contract/device/device-state';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { PressureMode } from '../pump/pressure-bounds.ts';
import { pressureFromWire } from '../pump/pressure-codec.ts';
import { fieldTime } from './last-data.ts';

/** Unit symbols, the same in every language; a code has none. */
export const READING_UNITS = {
  on_off_state_r: '',
  modbus: '',
  frequency_fc: 'Hz',
  pressure_control: '',
  required_pressure: 'bar',
  pressure: 'bar',
  motor_current: 'A',
  motor_rpm: 'rpm',
  motor_power: 'kW',
  bus_voltage: 'V',
  temperature_fc: '°C',
  temperature_mnb: '°C',
  analog_input_2: 'V',
  analog_input_3: 'V',
  electro_meter: 'kWh',
  motor_operating_hours: 'h',
  fault: '',
  rssi: 'dBm',
} as const satisfies Record<ReadingField, string>;

export interface Measured {
  value: number | null;
  unit: string;
  ts: number | null;
}

/** R5.8: the spec's second name of the motor frequency. */
export const readingField = (name: ValueName): ReadingField =>
  name === 'motor_frequency' ? 'frequency_fc' : name;

/** R5.5: in mode 10 the wire carries tens of bar. */
const unitOf = (field: ReadingField, mode: PressureMode | undefined) =>
  field === 'required_pressure' && mode === 10 ? '10 bar' : READING_UNITS[field];

/**
 * The last reported value of a field with its own time of measurement; `null` if it was never reported. A required
 * pressure is `null` while the mode is unknown.
 */
export function measuredField(last: LastData, field: ReadingField, mode: PressureMode | undefined): Measured {
  const unit = unitOf(field, mode);
  if (field === 'required_pressure' && mode === undefined) return { value: null, unit, ts: null };
  return { value: last.data[field] ?? null, unit, ts: fieldTime(last, field) };
}

/** The same with pressures in bar, for display. */
export function shownField(last: LastData, field: ReadingField, mode: PressureMode | undefined): Measured {
  const measured = measuredField(last, field, mode);
  if (field !== 'required_pressure' || measured.value === null || mode === undefined)
    return { ...measured, unit: READING_UNITS[field] };
  return { ...measured, unit: READING_UNITS[field], value: pressureFromWire(measured.value, mode) };
}
