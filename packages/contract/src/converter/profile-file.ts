import * as z from 'zod/mini';
import { ONE_LINE } from '../text.ts';

/** A word or an address: a number, or text like "0x2100". */
const isWord = (value: unknown, most: number) => {
  if (typeof value === 'string') return /^0x[0-9a-f]{1,8}$/i.test(value) && Number(value) <= most;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
};
const wordUpTo = (most: number) =>
  z
    .union([z.number(), z.string()])
    .check(
      z.refine(
        (value) => isWord(value, most),
        `must be a whole number from 0 to ${most}, or text like "0x2100"`,
      ),
    );
const word = wordUpTo(0xffff);
const wideWord = wordUpTo(0xffff_ffff);

/** Profiles of boards are shown to other people: no control characters, and none that change the direction of a text. */
const textUpTo = (most: number) =>
  z.string().check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(most, `must have at most ${most} characters`),
    z.refine((value) => ONE_LINE.test(value), 'must have no control or invisible characters'),
  );
const text = textUpTo(400);
/** As a keypad or a manual shows it. */
const shortText = textUpTo(24);
/** Name of a register: also the key of its description in the texts of the console, where there is one. */
const registerName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower case letters, digits and _'));
const typeName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][\w.+-]{0,31}$/, 'must be letters, digits and _.+-, at most 32'));

export const ConverterUnit = z.enum([
  '',
  'Hz',
  'V',
  'A',
  'rpm',
  '%',
  'bar',
  'kW',
  'W',
  '°C',
  'h',
  'min',
  's',
  'ms',
  'kWh',
]);
export type ConverterUnit = z.infer<typeof ConverterUnit>;

/** Faults grouped by kind: one explanation and one advice for each kind. */
export const FaultKind = z.enum([
  'overcurrent',
  'overvoltage',
  'undervoltage',
  'motor_overload',
  'drive_overload',
  'overheat',
  'external',
  'line',
  'memory',
  'feedback',
  'time_over',
  'setting',
  'underload',
  'power_module',
  'input_phase',
  'output_phase',
  'keypad',
  'earth',
]);
export type FaultKind = z.infer<typeof FaultKind>;

export const ExceptionName = z.enum([
  'illegal_function',
  'illegal_address',
  'illegal_value',
  'operation_failed',
  'wrong_password',
  'frame_error',
  'read_only',
  'not_while_running',
  'password_protected',
  /** Exceptions 05 and 06 of the Modbus standard; some makers use these codes for something else. */
  'acknowledge',
  'busy',
  'unknown',
]);
export type ExceptionName = z.infer<typeof ExceptionName>;

/** Where facts come from. Registers of an `optIn` source are polled only with `unverified=1`. */
const SourceOfFacts = z.strictObject({
  text,
  isVerified: z.boolean(),
  isOptIn: z.optional(z.boolean()),
});

const RegisterRow = z.strictObject({
  name: registerName,
  /** On the wire, counted from 0. */
  address: word,
  /** `u16` by default. Two words have the order of `line.wordOrder`. */
  type: z.optional(z.enum(['u16', 'i16', 'u32', 'i32'])),
  /** The value is the word times this; 1 by default. */
  scale: z.optional(z.number().check(z.positive('must be above 0'))),
  /** Bits of the word that hold the value. */
  mask: z.optional(wideWord),
  unit: z.optional(ConverterUnit),
  /** `ro` by default. */
  access: z.optional(z.enum(['ro', 'rw', 'wo'])),
  /** A write by the `ram` rule of this profile avoids wear of the EEPROM. */
  ram: z.optional(z.boolean()),
  /** The drive accepts a write only while the motor is stopped. */
  standstill: z.optional(z.boolean()),
  /** As the maker writes it, if the label pattern does not give it. */
  label: z.optional(shortText),
  /** Meaning, for names that the console has no text for. */
  text: z.optional(text),
  source: z.string(),
});

/** True when every register has the wanted word under the mask. False while one of them cannot be read. */
const Condition = z.record(
  registerName,
  z
    .strictObject({ mask: z.optional(wideWord), is: z.optional(wideWord), isNot: z.optional(wideWord) })
    .check(
      z.refine(
        ({ is, isNot }) => (is === undefined) !== (isNot === undefined),
        'needs either "is" or "isNot"',
      ),
    ),
);

export const PumpState = z.enum(['forward', 'reverse', 'stopped', 'fault', 'noPower']);
export type PumpState = z.infer<typeof PumpState>;
export const ControlSource = z.enum(['keypad', 'terminal', 'line']);
export type ControlSource = z.infer<typeof ControlSource>;

/** Where a write is kept: `ram` by the rule of the profile; `eeprom` only if the value differs; else as it is. */
const Store = z.enum(['ram', 'eeprom']);
const Step = z.union([
  z.strictObject({ write: registerName, word, store: z.optional(Store) }),
  z.strictObject({ pauseMs: z.int().check(z.gte(1), z.lte(2000)) }),
]);
const Steps = z.array(Step).check(z.minLength(1, 'needs at least one step'), z.maxLength(16));
const Target = z.strictObject({ register: registerName, store: z.optional(Store) });

/** What a drive starts after without a command. */
export const SelfStartCause = z.enum(['power_cut', 'fault']);
export type SelfStartCause = z.infer<typeof SelfStartCause>;

/** A parameter by which the drive starts by itself: read and compared, or only named if no register of it is known. */
const SelfStart = z.union([
  z.strictObject({
    after: SelfStartCause,
    register: registerName,
    /** The word with which the drive does not start. */
    wanted: word,
    /** How long the drive waits; without meaning while the register has the wanted word. */
    delay: z.optional(registerName),
  }),
  z.strictObject({ after: SelfStartCause, keypad: shortText }),
]);

const Choices = z.array(z.strictObject({ when: z.optional(Condition), read: registerName }));
const Sum = z.array(registerName).check(z.minLength(1), z.maxLength(4));

/** Which registers hold the values that the board reports. The unit of the register decides the conversion. */
const Values = z.strictObject({
  faultCode: z.optional(
    z.union([
      registerName,
      z.strictObject({
        register: registerName,
        /** An alarm word: the number of the lowest set bit to its fault code. */
        bits: z.optional(z.record(z.string(), z.int())),
        /** The register keeps the last fault: it counts only in the state `fault`. */
        whileFault: z.optional(z.boolean()),
      }),
    ]),
  ),
  frequencyHz: z.optional(registerName),
  /** The smallest of the plausible ones. */
  highestHz: z.optional(Sum),
  /** 0 while the Modbus line gives the pressure set point. */
  setPointSource: z.optional(registerName),
  /** % of the sensor's span, or bar. */
  requiredPressure: z.optional(z.union([registerName, Choices])),
  pressure: z.optional(registerName),
  motorCurrent: z.optional(registerName),
  motorSpeed: z.optional(registerName),
  /** kW, W, or % of the drive's rated power. */
  motorPower: z.optional(registerName),
  busVoltage: z.optional(registerName),
  temperature: z.optional(registerName),
  energy: z.optional(Sum),
  operatingTime: z.optional(registerName),
  analogInput2: z.optional(registerName),
});

const Operations = z.strictObject({
  start: z.optional(Steps),
  stop: z.optional(Steps),
  resetFault: z.optional(Steps),
  /** Afterwards only the Modbus line starts and stops the drive. */
  lock: z.optional(Steps),
  unlock: z.optional(Steps),
  setPressure: z.optional(Target),
  setPressureSource: z.optional(Target),
});

export const ConverterCapabilities = z.strictObject({
  /** The required pressure can be written. */
  hasPressureControl: z.boolean(),
  /** The source of the pressure set point can be read and chosen. */
  hasPressureSource: z.boolean(),
  hasLock: z.boolean(),
  /** Registers with the present and the previous faults. */
  hasFaultLog: z.boolean(),
  analogInputs: z.int().check(z.gte(0), z.lte(8)),
});
export type ConverterCapabilities = z.infer<typeof ConverterCapabilities>;

const Line = z.strictObject({
  baud: z.int(),
  parity: z.enum(['none', 'even', 'odd']),
  /** Function codes. */
  read: z.union([z.literal(3), z.literal(4)]),
  write: z.union([z.literal(6), z.literal(16)]),
  /** Most words of one request. */
  readWords: z.int().check(z.gte(1), z.lte(125)),
  writeWords: z.int().check(z.gte(1), z.lte(123)),
  wordOrder: z.optional(z.enum(['high-first', 'low-first'])),
  /** Registers that are always readable, 1 to `words` of them: the serial line gets in step by their number. */
  probe: z.strictObject({ address: word, words: z.int().check(z.gte(2), z.lte(32)) }),
});

const Identity = z.strictObject({
  /** Absent: this family does not identify itself. */
  register: z.optional(registerName),
  words: z.optional(z.array(wideWord).check(z.minLength(1))),
  /** `ask`: a person confirms the type with `identity=skip`. `refuse`: not even then. */
  whenRefused: z.enum(['ask', 'refuse']),
});

/**
 * n is (address + plus) ÷ per. Placeholders: {n}, {n/100}, {n%100}, {hex}; `:02` pads with zeros.
 */
const LabelPattern = z.strictObject({
  pattern: shortText,
  plus: z.optional(z.int()),
  per: z.optional(z.int().check(z.gte(1))),
});
const Labels = z.strictObject({
  /** Addresses that are parameters: they keep their value, and people change them at the keypad. */
  parameters: z.optional(z.extend(LabelPattern, { from: word, to: word })),
  others: LabelPattern,
});

/** `bit`: an address with this bit set writes to RAM only. `always`: every write is lost without power. */
const Ram = z.union([
  z.strictObject({ by: z.literal('bit'), bit: word }),
  z.strictObject({ by: z.literal('always') }),
]);

const parts = {
  $schema: z.optional(z.string()),
  profile: z.literal(1),
  type: typeName,
  maker: text,
  models: z.optional(text),
  notes: z.optional(z.array(text)),
  /** False: nothing in this file was confirmed for this type, only for a sister. */
  isConfirmed: z.optional(z.boolean()),
  sources: z.record(z.string(), SourceOfFacts),
  line: Line,
  identity: Identity,
  label: Labels,
  ram: z.optional(Ram),
  registers: z.array(RegisterRow).check(z.minLength(1)),
  /** Readable, without a meaning. */
  reserved: z.optional(z.array(word)),
  values: Values,
  state: z.array(z.strictObject({ when: Condition, is: PumpState })),
  control: z.optional(z.array(z.strictObject({ when: Condition, is: ControlSource }))),
  /** Absent: it is not known whether the drive can start by itself. */
  selfStart: z.optional(z.array(SelfStart)),
  do: Operations,
  /** Raw words that a technician may write remotely. */
  writable: z.optional(z.record(registerName, z.tuple([wideWord, wideWord]))),
  faults: z.record(
    z.string().check(z.regex(/^\d{1,5}$/, 'must be a fault code')),
    z.strictObject({ name: shortText, kind: FaultKind, source: z.optional(z.string()) }),
  ),
  exceptions: z.record(z.string().check(z.regex(/^\d{1,3}$/, 'must be an exception code')), ExceptionName),
  capabilities: ConverterCapabilities,
};

/** A whole converter profile (`docs/guide/converters.md`). */
export const ProfileFile = z.strictObject(parts);
export type ProfileFile = z.infer<typeof ProfileFile>;

/** A profile that names only what differs from another one. Rows are added, or replaced by name or code. */
export const ProfileVariant = z.strictObject({
  ...z.partial(z.strictObject(parts)).shape,
  extends: typeName,
  profile: z.literal(1),
  type: typeName,
});
export type ProfileVariant = z.infer<typeof ProfileVariant>;
