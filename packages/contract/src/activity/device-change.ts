import * as z from 'zod/mini';
import { CommandRole } from '../command/command.ts';
import { DeviceId } from '../text.ts';

/** R5.7b: timeline entries besides commands and board events. */
export const ChangeKind = z.enum([
  'config',
  'firmware',
  'access',
  'owner',
  'name',
  'role',
  'lock_out',
  'alert',
  'visit',
]);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** What happened to the subject. */
export const ChangeAction = z.enum([
  /** config, name: another value; access: another end date. */
  'changed',
  /** firmware: an update to another version. */
  'updated',
  /** access, role: granted to `person`. */
  'granted',
  /** access, role: revoked from `person`. */
  'revoked',
  /** access: given up by the delegate. */
  'left',
  /** access, lock_out: the end date has passed. */
  'expired',
  /** owner: a device was claimed, transferred or given up. */
  'added',
  'transferred',
  'removed',
  /** lock_out: the tag was set; `removed` and `expired` end it. */
  'set',
  /** alert: resolved by a user, and opened again. */
  'resolved',
  'reopened',
  /** visit: agreed with `person`, then moved or asked to be moved; the last two end it. */
  'agreed',
  'moved',
  'asked',
  'done',
  'cancelled',
]);
export type ChangeAction = z.infer<typeof ChangeAction>;

/** `null` is unset; strings are shown unchanged, numbers in the unit of the field. */
export const ChangeValue = z.nullable(z.union([z.boolean(), z.number(), z.string()]));
export type ChangeValue = z.infer<typeof ChangeValue>;

/** One field before and after, named as on the wire (`pressure.max`, `alias`, `version`, `expires_at`). */
export const FieldChange = z.object({ field: z.string(), old: ChangeValue, new: ChangeValue });
export type FieldChange = z.infer<typeof FieldChange>;

export const ChangeStatus = z.enum(['pending', 'done', 'refused', 'failed']);
export type ChangeStatus = z.infer<typeof ChangeStatus>;

/** A step of a change, with its time (an update stops and starts the pump). */
export const ChangeStep = z.object({ at: z.number(), step: z.string() });
export type ChangeStep = z.infer<typeof ChangeStep>;

/** One change of a device that is not a command: actor, fields with old and new values, outcome and reason. */
export const DeviceChange = z.object({
  id: z.string(),
  device_id: DeviceId,
  kind: ChangeKind,
  action: ChangeAction,
  /** `null`: the system itself, by a timer. */
  by: z.nullable(z.object({ user_id: z.int(), name: z.string(), role: z.nullable(CommandRole) })),
  /** The affected user, for access, owner and role. */
  person: z.nullable(z.object({ user_id: z.int(), name: z.string() })),
  fields: z.array(FieldChange),
  status: ChangeStatus,
  /** A problem code, the board's reason, or the text of a tag. */
  reason: z.nullable(z.string()),
  steps: z.array(ChangeStep),
  created_at: z.number(),
  finished_at: z.nullable(z.number()),
});
export type DeviceChange = z.infer<typeof DeviceChange>;
