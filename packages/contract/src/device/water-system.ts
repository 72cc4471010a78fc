import * as z from 'zod/mini';
import { DeviceId, nameText } from '../text.ts';
import { WaterState } from './water.ts';

/** What the pumps feed together. */
export const WaterSystemKind = z.enum(['house', 'tank', 'irrigation']);
export type WaterSystemKind = z.infer<typeof WaterSystemKind>;

const MAX_SYSTEM_PUMPS = 12;

/** R9.1: pumps that feed one house, tank or garden have one sentence. A pump is in one system at most. */
export const NewWaterSystem = z.strictObject({
  name: nameText(1, 64),
  kind: WaterSystemKind,
  device_ids: z.array(DeviceId).check(z.minLength(1, 'required'), z.maxLength(MAX_SYSTEM_PUMPS, 'too_long')),
});
export type NewWaterSystem = z.infer<typeof NewWaterSystem>;

/** With the pumps that the reader may see. */
export const WaterSystem = z.object({
  id: z.int(),
  name: z.string(),
  kind: WaterSystemKind,
  pumps: z.array(
    z.object({
      id_dev: DeviceId,
      alias: z.nullable(z.string()),
      /** Absent without a converter. */
      water: z.optional(WaterState),
    }),
  ),
  /** The reader may change all of its pumps. */
  can_change: z.boolean(),
});
export type WaterSystem = z.infer<typeof WaterSystem>;
