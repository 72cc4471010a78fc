import * as z from 'zod/mini';
import { LockOut } from '../command/lock-out.ts';
import { ConverterFacts } from '../converter/converter-facts.ts';
import { EventCode, EventSeverity } from '../mqtt/event.ts';
import { Reading, type ReadingField, ReadingName } from '../mqtt/reading.ts';
import { unixSeconds } from '../mqtt/wire.ts';
import { DeviceId, LocalizedText } from '../text.ts';
import { Place } from './place.ts';
import { WaterState } from './water.ts';

/** R4.18: what a delegate may do: watch, also switch the pump, or all that the owner may. */
export const AccessLevel = z.enum(['watch', 'switch', 'full']);
export type AccessLevel = z.infer<typeof AccessLevel>;

export const Device = z.object({
  id_dev: DeviceId,
  version: z.nullable(z.string()),
  alias: z.nullable(z.string()),
  access: z.enum(['owner', 'delegate']),
  /** R4.18: absent for `full`. */
  level: z.optional(AccessLevel),
  /** R4.17: absent while nobody has entered one. */
  place: z.optional(Place),
  /** R5.10: absent without a tag. */
  lock_out: z.optional(LockOut),
});
export type Device = z.infer<typeof Device>;

/** State of a pump; `stale` and `offline` replace a state that is not current. */
export const PumpLook = z.enum([
  'running',
  'waiting',
  'stopped',
  'fault',
  'no_power',
  'unknown',
  'stale',
  'offline',
]);
export type PumpLook = z.infer<typeof PumpLook>;

/**
 * R4.16: why a board does not control its converter. `no_identity`: the converter refuses to be identified;
 * `unknown_identity`: its identity is in no profile; `other_type`: it is another type than configured.
 */
export const FcRefusal = z.enum(['no_identity', 'unknown_identity', 'other_type']);
export type FcRefusal = z.infer<typeof FcRefusal>;

export const FcDevice = z.object({
  id: z.string(),
  fc_type: z.string(),
  /** Facts of the board's own profile; absent for a type that the product ships. */
  facts: z.optional(ConverterFacts),
  owner_dev_id: DeviceId,
  alias: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Full name of the owner, for staff only. */
  owner: z.nullable(z.string()),
  /** R4.16: absent for a converter that the board controls. */
  refused: z.optional(z.object({ reason: FcRefusal, configured: z.string() })),
  pump: PumpLook,
  /** Fault code of the converter while `pump` is `fault`. */
  fault: z.nullable(z.number()),
  /** The active protection while `pump` is `stopped`. */
  stopped_by: z.nullable(EventCode),
  /** The most urgent alert whose condition lasts; absent without one. Resolved and shelved alerts do not count. */
  alert: z.optional(LocalizedText),
  /** Of that alert: its severity, and when it was raised, Unix seconds. */
  alert_severity: z.optional(EventSeverity),
  alert_since: z.optional(unixSeconds),
  /** Who switched a stopped pump off by a command, and when; absent if nobody did. */
  switched_off: z.optional(z.object({ by: z.string(), at: unixSeconds })),
  /** R5.10: absent without a tag. */
  lock_out: z.optional(LockOut),
  /** R9.1 */
  water: z.optional(WaterState),
});
export type FcDevice = z.infer<typeof FcDevice>;

const nullable = <F extends ReadingField>(field: F) => z.nullable(Reading.shape[field]);
/** The fields of the spec. */
export const specValues = {
  on_off_state_r: nullable('on_off_state_r'),
  modbus: nullable('modbus'),
  frequency_fc: nullable('frequency_fc'),
  pressure_control: nullable('pressure_control'),
  required_pressure: nullable('required_pressure'),
  analog_input_2: nullable('analog_input_2'),
  analog_input_3: nullable('analog_input_3'),
};

/** The last value of every field. `null` is "never reported", which is neither 0 nor Off. */
export const LastValues = z.object({ ...z.partial(Reading).shape, ...specValues });
export type LastValues = z.infer<typeof LastValues>;

/**
 * A board's clock that cannot be trusted: unset, more than 5 minutes ahead of the server, or more than 30 days behind.
 * Frames are then placed by their arrival.
 */
export const CLOCK_FAULTS = ['unset', 'ahead', 'behind'] as const;

export const LastData = z.object({
  device_id: DeviceId,
  data: LastValues,
  /** Time of measurement of the newest value, Unix seconds; never later than `received_at`. */
  ts: z.nullable(z.int()),
  received_at: z.nullable(z.int()),
  /** Whether the board reaches its converter; `null`: no frame yet. */
  fc: z.nullable(z.union([z.literal(0), z.literal(1)])),
  /** Fields older than `ts`, each with its own time of measurement. */
  older: z.partialRecord(ReadingName, z.int()),
  /**
   * R5.11: when the board starts the pump again by itself, Unix seconds, and the event that stopped it; absent if it does
   * not. Valid also while the board is offline: it needs no connection to start.
   */
  next_try: z.optional(unixSeconds),
  stopped_for: z.optional(EventCode),
  /** The last applied frame: `(boot, seq)` orders two responses, clocks do not. */
  frame: z.optional(z.object({ boot: z.int(), seq: z.int() })),
  /** State of the board's clock in that frame; absent while it is right. */
  clock: z.optional(z.enum(CLOCK_FAULTS)),
  /** Frame interval in seconds by the applied config; by default 5 running, 30 asleep. */
  every_s: z.optional(z.object({ running: z.int(), asleep: z.int() })),
  /** In the list that is polled: the server of the board has gone, so the board is neither online nor offline. */
  connecting: z.optional(z.literal(true)),
});
export type LastData = z.infer<typeof LastData>;
