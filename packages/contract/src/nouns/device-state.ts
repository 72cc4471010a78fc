import * as z from 'zod/mini';
import { READING_FIELDS } from '../mqtt/reading.ts';
import { CLOCK_FAULTS } from './device.ts';
import { DeviceId } from './text.ts';

const seconds = z.nullable(z.int());
const text = z.nullable(z.string());

/** R4.5: every hop between the pump and the server, each with when it was last known, Unix seconds by the server's clock. */
export const DeviceState = z.object({
  id_dev: DeviceId,
  alias: text,
  /** By this all ages are counted. */
  now: z.int(),
  online: z.boolean(),
  /** Does the broker answer? While it does not, a board that is offline may be well. */
  broker: z.boolean(),
  /** Since when it is online, or offline; `null`: not since the server started. */
  online_since: seconds,
  /** When the server last heard its birth or a reading. */
  last_seen: seconds,
  version: text,
  hw: text,
  wifi: z.object({ rssi: z.nullable(z.number()), rssi_ts: seconds, secured: z.nullable(z.boolean()) }),
  fc: z.object({
    id: text,
    fc_type: text,
    /** Does the board hear its converter? `unknown` while the board is offline or has said nothing. */
    link: z.enum(['ok', 'error', 'unknown']),
    link_ts: seconds,
    /** The converter's fault code; 0 is none, `null` is unknown. */
    fault: z.nullable(z.int()),
    fault_ts: seconds,
  }),
  /** Age in seconds of the newest value. */
  data_age_s: seconds,
  /** Of the board, by its last frame: a clock that is not `ok` says nothing of when something was measured. */
  clock: z.enum(['ok', ...CLOCK_FAULTS, 'unknown']),
});
export type DeviceState = z.infer<typeof DeviceState>;

/** The names of `get-fc-config` and `get-fc-data-last`: the fields of a reading, and the spec's second name of one. */
export const ValueName = z.enum([...READING_FIELDS, 'motor_frequency']);
export type ValueName = z.infer<typeof ValueName>;

/** `null` is "never reported", or in a pressure mode that the server does not know. */
const value = z.nullable(z.number());
export const FcConfigValue = z.object({
  data: z.partialRecord(ValueName, z.object({ value, unit: z.string(), ts: seconds })),
});
export type FcConfigValue = z.infer<typeof FcConfigValue>;

export const FcDataLast = z.object({ value, unit: z.string(), ts: seconds });
export type FcDataLast = z.infer<typeof FcDataLast>;
