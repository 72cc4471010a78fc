import * as z from 'zod/mini';
import { READING_FIELDS } from '../mqtt/reading.ts';
import { DeviceId } from '../text.ts';
import { CLOCK_FAULTS } from './device.ts';
import { SelfStart } from './self-start.ts';

const seconds = z.nullable(z.int());
const text = z.nullable(z.string());

/** R4.5: every hop between pump and server, each with its last contact, Unix seconds by the server's clock. */
export const DeviceState = z.object({
  id_dev: DeviceId,
  alias: text,
  /** Reference time for all ages. */
  now: z.int(),
  online: z.boolean(),
  /** Whether the broker answers. If not, an offline board may be fine. */
  broker: z.boolean(),
  /** Time of the last online/offline change; `null`: none since the server started. */
  online_since: seconds,
  /** Time of the last birth or frame received. */
  last_seen: seconds,
  version: text,
  hw: text,
  wifi: z.object({ rssi: z.nullable(z.number()), rssi_ts: seconds, secured: z.nullable(z.boolean()) }),
  fc: z.object({
    id: text,
    fc_type: text,
    /** Whether the board reaches its converter; `unknown` while the board is offline or has sent nothing. */
    link: z.enum(['ok', 'error', 'unknown']),
    link_ts: seconds,
    /** The converter's fault code; 0 is none, `null` is unknown. */
    fault: z.nullable(z.int()),
    fault_ts: seconds,
    /** Empty: nobody knows which parameters decide. */
    self_starts: z.array(SelfStart),
  }),
  /** Age in seconds of the newest value. */
  data_age_s: seconds,
  /** State of the board's clock in its last frame: unless it is `ok`, measurement times are unreliable. */
  clock: z.enum(['ok', ...CLOCK_FAULTS, 'unknown']),
});
export type DeviceState = z.infer<typeof DeviceState>;

/** Names in `get-fc-config` and `get-fc-data-last`: reading fields, and the spec's alias of one. */
export const ValueName = z.enum([...READING_FIELDS, 'motor_frequency']);
export type ValueName = z.infer<typeof ValueName>;

/** `null`: never reported, or an unknown pressure mode. */
const value = z.nullable(z.number());
export const FcConfigValue = z.object({
  data: z.partialRecord(ValueName, z.object({ value, unit: z.string(), ts: seconds })),
});
export type FcConfigValue = z.infer<typeof FcConfigValue>;

export const FcDataLast = z.object({ value, unit: z.string(), ts: seconds });
export type FcDataLast = z.infer<typeof FcDataLast>;
