import * as z from 'zod/mini';
import { count, ts } from '../mqtt/wire.ts';
import { CfgReported, DeviceConfig, WishedConfig } from './device-config.ts';

const seconds = z.nullable(z.int());

/** R4.11: the version that was read, for optimistic locking. */
export const NewConfig = z.strictObject({ version: count, config: WishedConfig });
export type NewConfig = z.infer<typeof NewConfig>;

/** R4.11: the desired config and its state; only a reported version is applied. */
export const ConfigState = z.object({
  /** Newest desired version; 0 before the first. The next write must name it. */
  version: z.int(),
  desired: DeviceConfig,
  changed_at: seconds,
  changed_by: z.nullable(z.string()),
  /** `foreign`: the board reports a later version that was not set here. The next write gets a still later one. */
  state: z.enum(['none', 'pending', 'applied', 'rejected', 'foreign']),
  reported: z.nullable(z.pick(CfgReported, { ver: true, st: true, reason: true, at: true, ts: true })),
  /** The last config that the board reported as applied; `null`: none known to the server. */
  applied: z.nullable(z.object({ version: z.int(), config: DeviceConfig, ts })),
});
export type ConfigState = z.infer<typeof ConfigState>;
