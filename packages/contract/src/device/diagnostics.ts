import * as z from 'zod/mini';
import { AckError } from '../mqtt/ack-error.ts';
import { ReadingName } from '../mqtt/reading.ts';
import { MAX_WORDS, register } from '../mqtt/wire.ts';
import { LastValues } from './device.ts';
import { AnalogInputConfig } from './device-config.ts';

const seconds = z.nullable(z.int());
/** A word of 16 bits, or two as one number. */
const word = z.int().check(z.gte(0), z.lte(0xffff_ffff));
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
  /** `null`: unknown while the board has a config from elsewhere. */
  inputs: z.nullable(
    z.object({
      AnalogInput2: z.nullable(AnalogInputConfig),
      AnalogInput3: z.nullable(AnalogInputConfig),
    }),
  ),
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
  /** Meaning in the words of its profile, for names without a text. */
  text: z.nullable(z.string()),
  unit: z.string(),
  /** The value is the word times this. */
  scale: z.number(),
  /** A register of 32 bits is two words, and one value. */
  type: z.enum(['u16', 'i16', 'u32', 'i32']),
  /** Bits of the word that hold the value. */
  mask: z.nullable(word),
  access: z.enum(['ro', 'rw', 'wo']),
  is_verified: z.boolean(),
  /** Whether it may be written remotely by permitted users. */
  is_writable: z.boolean(),
  /** Words that may be written. */
  limits: z.nullable(z.object({ least: word, most: word })),
  /** R5.9: part of the fault log. */
  fault_log: z.nullable(z.enum(['main', 'more'])),
  word: z.nullable(word),
  value: z.nullable(z.number()),
  ts: seconds,
  /** Value of the previous read. */
  previous_word: z.nullable(word),
});
export type RegisterRow = z.infer<typeof RegisterRow>;

export const RegisterList = z.object({
  fc_type: z.nullable(z.string()),
  is_known: z.boolean(),
  registers: z.array(RegisterRow),
});
export type RegisterList = z.infer<typeof RegisterList>;

/** Most registers per request; the server reads them from the board in ranges of at most 16 words. */
const MAX_REGISTERS = 8 * MAX_WORDS;
export const RegistersToRead = z.strictObject({
  registers: z.array(register).check(z.minLength(1, 'required'), z.maxLength(MAX_REGISTERS, 'too_long')),
});
export type RegistersToRead = z.infer<typeof RegistersToRead>;

/** Result of the read; a register that the converter refused has a reason and no value. */
export const RegistersRead = z.object({
  registers: z.array(
    z.object({
      address: register,
      word: z.nullable(word),
      value: z.nullable(z.number()),
      ts: seconds,
      reason: z.optional(AckError),
    }),
  ),
});
export type RegistersRead = z.infer<typeof RegistersRead>;
