import * as z from 'zod/mini';
import { Claim } from '../device/claim.ts';
import { DeviceId } from '../text.ts';

/** A board to enrol. */
export const NewEnrolment = z.strictObject({
  /** `null`: the server makes an ID. */
  id_dev: z.nullable(DeviceId),
  /** A known board gets a new secret and claim code; without it a known board is refused. */
  is_replacing: z.boolean(),
});
export type NewEnrolment = z.infer<typeof NewEnrolment>;

/** Blocks a board, or accepts it again. */
export const BoardBlock = z.strictObject({ id_dev: DeviceId, blocked: z.boolean() });
export type BoardBlock = z.infer<typeof BoardBlock>;

/** A board that the broker refuses. */
export const BlockedBoard = z.object({
  id_dev: z.string(),
  alias: z.nullable(z.string()),
  /** Unix seconds. */
  blocked_at: z.int(),
});
export type BlockedBoard = z.infer<typeof BlockedBoard>;

/** A board that gets a new secret over its own connection. */
export const BoardToRenew = z.strictObject({ id_dev: DeviceId });
export type BoardToRenew = z.infer<typeof BoardToRenew>;

/** A new secret of a board and how far it is. The secret itself is in no answer. */
export const SecretRenewal = z.object({
  id_dev: z.string(),
  alias: z.nullable(z.string()),
  /** `sent`, then `stored` by the board, then `done` by its first login with it; `failed`: the board could not store it. */
  state: z.enum(['sent', 'stored', 'done', 'failed']),
  /** Since when, Unix seconds. */
  at: z.int(),
});
export type SecretRenewal = z.infer<typeof SecretRenewal>;

/** An enrolled board. The only answer that has the secret: the server stores its hash. */
export const Enrolment = z.object({ ...Claim.shape, secret: z.string() });
export type Enrolment = z.infer<typeof Enrolment>;
