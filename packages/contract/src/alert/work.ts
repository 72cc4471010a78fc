import * as z from 'zod/mini';
import { LockOut } from '../command/lock-out.ts';
import { Place } from '../device/place.ts';
import { DeviceId } from '../text.ts';
import { Assignee } from './assignee.ts';

/** Why a device is in the work list, apart from its alerts. */
export const WorkKind = z.enum(['offline', 'locked_out']);
export type WorkKind = z.infer<typeof WorkKind>;

/** An entry of the work list about a device. */
export const WorkDevice = z.object({
  kind: WorkKind,
  id_dev: DeviceId,
  alias: z.nullable(z.string()),
  /** Of the place; the owner's while nobody has entered one. */
  address: z.nullable(z.string()),
  place: z.optional(z.nullable(Place)),
  owner: z.nullable(z.object({ name: z.string(), phone_number: z.nullable(z.string()) })),
  /** The last message of an offline board, or when the tag was set, Unix seconds; `null` for a board that never sent one. */
  since: z.nullable(z.int()),
  /** Set for `locked_out` only. */
  lock_out: z.nullable(LockOut),
  assignee: z.nullable(Assignee),
});
export type WorkDevice = z.infer<typeof WorkDevice>;

/** At most 200 of each kind, newest first; `total` counts all. */
export const WorkDevices = z.object({ items: z.array(WorkDevice), total: z.int() });
export type WorkDevices = z.infer<typeof WorkDevices>;

export const WorkAssignment = z.object({ assignee: z.nullable(Assignee) });
export type WorkAssignment = z.infer<typeof WorkAssignment>;
