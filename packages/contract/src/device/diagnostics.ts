import * as z from 'zod/mini';
import { AckError } from '../mqtt/ack-error.ts';
import { ReadingName } from '../mqtt/reading.ts';
import { MAX_WORDS, register } from '../mqtt/wire.ts';
import { LastValues } from './device.ts';
import { AnalogInputConfig } from './device-config.ts';

const seconds = z.nullable(z.int());
const measured = z.object({ value: z.nullable(z.number()), unit: z.string(), ts: seconds });

/** R4.12 inverter basic info. */
export const BasicInfo = z.object({
  fc_id: z.nullable(z.string()),
  fc_type: z.nullable(z.string()),
  motor_rpm: measured,
  motor_power: measured,
  electro_meter: measured,
  motor_current: measured,
  /** In bar; unknown while the board has a config from elsewhere. */
  required_pressure: measured,
  motor_operating_hours: measured,
  inputs: z.object({
    AnalogInput2: z.nullable(AnalogInputConfig),
    AnalogInput3: z.nullable(AnalogInputConfig),
  }),
});
export type BasicInfo = z.infer<typeof BasicInfo>;

/** R4.12 basic diagnostics: the last reported info of the board and its converter. */
export const Diagnostics = z.object({
  now: z.int(),
  online: z.boolean(),
  fc: z.nullable(z.union([z.literal(0), z.literal(1)])),
  values: z.array(z.object({ name: ReadingName, value: z.number(), unit: z.string(), ts: z.int() })),
  fault: z.object({ code: z.nullable(z.int()), name: z.nullable(z.string()), ts: seconds }),
  /** Events of the board, newest first. */
  events: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      severity: z.string(),
      raised_at: seconds,
      cleared_at: seconds,
      reading: z.partial(LastValues),
    }),
  ),
});
export type Diagnostics = z.infer<typeof Diagnostics>;

/** One register of the converter's map with its last read value. */
export const RegisterRow = z.object({
  address: register,
  /** Keypad name: P09.01, 2100H. */
  label: z.string(),
  /** Key of its description in the texts. */
  name: z.string(),
  unit: z.string(),
  access: z.enum(['ro', 'rw', 'wo']),
  is_verified: z.boolean(),
  /** Whether it may be written remotely by permitted users. */
  is_writable: z.boolean(),
  word: z.nullable(register),
  value: z.nullable(z.number()),
  ts: seconds,
  /** Value of the previous read. */
  previous_word: z.nullable(register),
});
export type RegisterRow = z.infer<typeof RegisterRow>;

export const RegisterList = z.object({
  fc_type: z.nullable(z.string()),
  is_known: z.boolean(),
  registers: z.array(RegisterRow),
});
export type RegisterList = z.infer<typeof RegisterList>;

/** Most registers per request; the server reads them from the board in ranges of at most 16 words. */
export const MAX_REGISTERS = 8 * MAX_WORDS;
export const RegistersToRead = z.strictObject({
  registers: z.array(register).check(z.minLength(1, 'required'), z.maxLength(MAX_REGISTERS, 'too_long')),
});
export type RegistersToRead = z.infer<typeof RegistersToRead>;

/** Result of the read; a register that the converter refused has a reason and no value. */
export const RegistersRead = z.object({
  registers: z.array(
    z.object({
      address: register,
      word: z.nullable(register),
      value: z.nullable(z.number()),
      ts: seconds,
      reason: z.optional(AckError),
    }),
  ),
});
export type RegistersRead = z.infer<typeof RegistersRead>;
