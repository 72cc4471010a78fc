import * as z from 'zod/mini';
import { SelfStartCause } from '../converter/profile-file.ts';
import { register } from '../mqtt/wire.ts';

/** A parameter by which the converter starts without a command, as it was read last. */
export const SelfStart = z.object({
  after: SelfStartCause,
  /** As the keypad shows it: P01.21. */
  label: z.string(),
  /** `null`: it cannot be read over the line. */
  address: z.nullable(register),
  /** `null`: not read. */
  value: z.nullable(z.number()),
  /** Whether the converter starts; `null` is unknown, also if it was read too long ago to be sure that it does not. */
  is_on: z.nullable(z.boolean()),
  ts: z.nullable(z.int()),
});
export type SelfStart = z.infer<typeof SelfStart>;
