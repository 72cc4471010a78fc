import * as z from 'zod/mini';
import { EventCode } from '../mqtt/event.ts';
import { unixSeconds } from '../mqtt/wire.ts';
import { LocalizedText } from '../text.ts';

/** R9.1: what a person has of the water. `rising`: the motor runs, and there is no pressure yet. */
export const WaterKind = z.enum(['there', 'flows', 'rising', 'missing', 'off', 'unknown']);
export type WaterKind = z.infer<typeof WaterKind>;

/** R9.1: green; grey, by a person or unknown; orange: a person should look; red: a person must act. */
export const WaterTone = z.enum(['water', 'off', 'unknown', 'look', 'act']);
export type WaterTone = z.infer<typeof WaterTone>;

export const WaterReason = z.enum([
  ...(['resting', 'running', 'starting', 'standing'] as const),
  ...(['switched_off', 'tag', 'protection', 'fault', 'no_power'] as const),
  ...(['unmeasured', 'sensor', 'offline', 'silent', 'converter', 'no_data', 'connecting'] as const),
]);
export type WaterReason = z.infer<typeof WaterReason>;

/** R9.1: the state of the water at a pump. It holds no measured number, so it changes only with the state. */
export const WaterState = z.object({
  kind: WaterKind,
  tone: WaterTone,
  reason: WaterReason,
  /** When the reason began, Unix seconds; absent if unknown. */
  since: z.optional(unixSeconds),
  /** The person who switched it off or set the tag. */
  by: z.optional(z.string()),
  /** End of the tag. */
  until: z.optional(unixSeconds),
  /** The protection that stopped the pump. */
  event: z.optional(EventCode),
  /** R5.11: when the board starts the pump again by itself. */
  next_try: z.optional(unixSeconds),
  /** The kind before it became unknown. */
  was: z.optional(WaterKind),
  /** Title of the most urgent alert that lasts. */
  alert: z.optional(LocalizedText),
});
export type WaterState = z.infer<typeof WaterState>;
