import * as z from 'zod/mini';
import { MessageId } from './wire.ts';

/** What HTTP takes over from the boards; apart from the topics, so that a browser loads none of them. */
export const CommandId = MessageId;

/** A board's reason for a refusal. */
export const AckError = z.enum([
  'not_in_comm_control',
  'out_of_range',
  'locked',
  'fc_offline',
  'fc_fault',
  'modbus_exception',
  'bad_request',
  'no_clock',
  'busy',
  'not_allowed',
]);
export type AckError = z.infer<typeof AckError>;
