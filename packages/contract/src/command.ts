import * as z from 'zod/mini';
import { AckError, CommandId } from './ack-error.ts';
import { line } from './text.ts';

export const CommandStatus = z.enum([
  'created',
  'published',
  'accepted',
  'done',
  'rejected',
  'failed',
  'expired',
  'timeout',
]);
export type CommandStatus = z.infer<typeof CommandStatus>;

/** `what` is a free label of the caller (spec 7); the path says what is meant. */
export const StartStop = z.strictObject({ what: line(0, 64), value: z.boolean() });
export type StartStop = z.infer<typeof StartStop>;

export const CommandValue = z.nullable(z.union([z.boolean(), z.number()]));
export type CommandValue = z.infer<typeof CommandValue>;

export const Command = z.object({
  id: CommandId,
  device_id: z.string(),
  status: CommandStatus,
  what: z.string(),
  value: CommandValue,
  detail: z.optional(AckError),
});
export type Command = z.infer<typeof Command>;
