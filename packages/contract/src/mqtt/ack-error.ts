import * as z from 'zod/mini';
import { MessageId } from './wire.ts';

/** Ack errors that HTTP reuses; separate from the topics, which a browser does not load. */
export const CommandId = MessageId;

/** A board's reason for a rejection. */
export const AckError = z.enum([
  'not_in_comm_control',
  'out_of_range',
  'locked',
  'fc_offline',
  'unknown_fc',
  'fc_fault',
  'modbus_exception',
  'bad_request',
  'no_clock',
  'busy',
  'not_allowed',
]);
export type AckError = z.infer<typeof AckError>;
