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

/** An enrolled board. The only answer that has the secret: the server stores its hash. */
export const Enrolment = z.object({ ...Claim.shape, secret: z.string() });
export type Enrolment = z.infer<typeof Enrolment>;
