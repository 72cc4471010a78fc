import * as z from 'zod/mini';
import { Email } from '../account/login.ts';
import { unixSeconds } from '../mqtt/wire.ts';
import { DeviceId, line, nameText } from '../text.ts';
import { readClaimText } from './claim.ts';
import { AccessLevel } from './device.ts';

/** Actions on a device; `packages/domain/src/access/policy.ts` defines who is permitted. */
export const DeviceAction = z.enum([
  'see',
  'switch',
  'operate',
  'lock_out',
  'write_register',
  'rename',
  'remove',
  'see_delegations',
  'delegate',
  'revoke',
  'transfer',
  'configure',
  'set_zone',
  'set_place',
  'update_firmware',
  'resolve_alert',
  'take_alert',
  'take_work',
  'plan_visit',
  'answer_visit',
  'set_alert_rules',
  'set_escalation',
  'join_systems',
  'message_owner',
]);
export type DeviceAction = z.infer<typeof DeviceAction>;

/** An empty name removes the name. */
const Alias = z.nullable(nameText(0, 64));

const typedId = (typed: string) => typed.trim().toUpperCase();

/** The ID as typed, in any case, or the content of the QR code. */
const AddedId = z.string().check(
  z.maxLength(64, 'too_long'),
  z.refine((typed) => readClaimText(typed) !== undefined || DeviceId.safeParse(typedId(typed)).success, {
    error: 'device_id_format',
  }),
);

/** R4.1 */
export const AddDevice = z.strictObject({
  id_dev: AddedId,
  /** The claim code on the board's label; boards without a label need none. */
  password: z.optional(z.nullable(line(0, 64))),
  alias: z.optional(Alias),
});
export type AddDevice = z.infer<typeof AddDevice>;

/** A typed code takes precedence over a scanned one. */
export function readAddDevice({ id_dev, password }: AddDevice): {
  deviceId: string;
  code: string | undefined;
} {
  const scanned = readClaimText(id_dev);
  return { deviceId: scanned?.id_dev ?? typedId(id_dev), code: password || scanned?.claim_code };
}

/** R4.2 */
export const DevicePatch = z.strictObject({ alias: Alias });
export type DevicePatch = z.infer<typeof DevicePatch>;

/** R4.3, R4.3b, R4.18. Without an end, access lasts as long as the delegator's own; without a level it is `full`. */
export const NewDelegation = z.strictObject({
  email: Email,
  level: z.optional(AccessLevel),
  expires_at: z.optional(z.nullable(unixSeconds)),
});
export type NewDelegation = z.infer<typeof NewDelegation>;

export const Delegation = z.object({
  user_id: z.int(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  /** Absent for `full`. */
  level: z.optional(AccessLevel),
  expires_at: z.nullable(unixSeconds),
  /** Whether the caller may revoke it. */
  can_revoke: z.boolean(),
});
export type Delegation = z.infer<typeof Delegation>;

export const LastVisit = z.object({ user_id: z.int(), timestamp: unixSeconds });
export type LastVisit = z.infer<typeof LastVisit>;

/** The new owner needs no role. */
export const Transfer = z.strictObject({ email: Email });
export type Transfer = z.infer<typeof Transfer>;
