import * as z from 'zod/mini';
import { unixSeconds } from '../mqtt/wire.ts';
import { DeviceId, line } from '../text.ts';

/** R5.10: tag set by a person before working at the pump. */
export const LockOut = z.object({
  id: z.int(),
  /** R4.3c: `null` to owner and delegates for the tag of a person who left with a former owner. */
  reason: z.nullable(z.string()),
  /** `null` in the same case as the reason; owner and delegates may remove such a tag. */
  by: z.nullable(z.object({ user_id: z.int(), name: z.string() })),
  since: unixSeconds,
  /** `null`: until it is removed. */
  until: z.nullable(unixSeconds),
  /** The board has neither reported the tag nor stopped the pump since it was set: it may start the pump by itself. */
  unconfirmed: z.optional(z.literal(true)),
});
export type LockOut = z.infer<typeof LockOut>;

export const NewLockOut = z.strictObject({
  reason: line(1, 200),
  until: z.optional(z.nullable(unixSeconds)),
});
export type NewLockOut = z.infer<typeof NewLockOut>;

/** A device with its current tag. */
export const DeviceLockOut = z.object({ device_id: DeviceId, lock_out: z.nullable(LockOut) });
export type DeviceLockOut = z.infer<typeof DeviceLockOut>;
