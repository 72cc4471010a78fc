import * as z from 'zod/mini';
import { unixSeconds } from '../mqtt/wire.ts';
import { DeviceId, line } from './text.ts';

/** R5.10: the tag that a person sets before working at the pump. */
export const LockOut = z.object({
  id: z.int(),
  reason: z.string(),
  by: z.object({ user_id: z.int(), name: z.string() }),
  since: unixSeconds,
  /** `null`: until it is removed. */
  until: z.nullable(unixSeconds),
});
export type LockOut = z.infer<typeof LockOut>;

export const NewLockOut = z.strictObject({
  reason: line(1, 200),
  until: z.optional(z.nullable(unixSeconds)),
});
export type NewLockOut = z.infer<typeof NewLockOut>;

/** A device with the tag that it has now. */
export const DeviceLockOut = z.object({ device_id: DeviceId, lock_out: z.nullable(LockOut) });
export type DeviceLockOut = z.infer<typeof DeviceLockOut>;
