import * as z from 'zod/mini';

const measure = (low: number, high: number) => z.number().check(z.gte(low), z.lte(high));

/** Fields of `d` in a board's frame (`docs/protocol.md`, Frames): raw numbers in the unit that the wire uses. */
export const Reading = z.object({
  on_off_state_r: z.int().check(z.gte(0), z.lte(65535)),
  modbus: z.int().check(z.gte(0), z.lte(65535)),
  /** Hz */
  frequency_fc: measure(0, 1000),
  pressure_control: z.int().check(z.gte(0), z.lte(65535)),
  /** bar ÷ normalizer */
  required_pressure: measure(0, 1000),
  /** bar */
  pressure: measure(-2, 1000),
  /** A */
  motor_current: measure(0, 10000),
  motor_rpm: measure(-100000, 100000),
  /** kW */
  motor_power: measure(-10000, 10000),
  /** V */
  bus_voltage: measure(0, 10000),
  /** °C */
  temperature_fc: measure(-100, 500),
  /** °C */
  temperature_mnb: measure(-100, 500),
  /** V */
  analog_input_2: measure(-100, 100),
  /** V */
  analog_input_3: measure(-100, 100),
  /** kWh */
  electro_meter: measure(0, 1e9),
  /** h */
  motor_operating_hours: measure(0, 1e7),
  fault: z.int().check(z.gte(0), z.lte(65535)),
  /** dBm */
  rssi: measure(-200, 50),
});
export type Reading = z.infer<typeof Reading>;
export type ReadingField = keyof Reading;

export const READING_FIELDS = Object.keys(Reading.shape) as [ReadingField, ...ReadingField[]];
export const ReadingName = z.enum(READING_FIELDS);
