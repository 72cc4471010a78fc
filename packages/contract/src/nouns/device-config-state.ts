import * as z from 'zod/mini';
import { count, ts } from '../mqtt/wire.ts';
import { CfgReported, DeviceConfig, WishedConfig } from './device-config.ts';

const seconds = z.nullable(z.int());

/** R4.11: the version is the one that was read, so that nobody overwrites what he has not seen. */
export const NewConfig = z.strictObject({ version: count, config: WishedConfig });
export type NewConfig = z.infer<typeof NewConfig>;

/** R4.11: what is wished and what the board has made of it; only what it reported is applied. */
export const ConfigState = z.object({
  /** Of the newest wish; 0 before the first. To be named by the next one. */
  version: z.int(),
  desired: DeviceConfig,
  changed_at: seconds,
  changed_by: z.nullable(z.string()),
  /** `foreign`: the board has a later version, which was not wished here. The next wish gets a later one still. */
  state: z.enum(['none', 'pending', 'applied', 'rejected', 'foreign']),
  reported: z.nullable(z.pick(CfgReported, { ver: true, st: true, reason: true, at: true, ts: true })),
  /** The last config that the board said it had applied; `null`: none that the server knows of. */
  applied: z.nullable(z.object({ version: z.int(), config: DeviceConfig, ts })),
});
export type ConfigState = z.infer<typeof ConfigState>;
