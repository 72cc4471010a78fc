import * as z from 'zod/mini';
import { Reading } from './reading.ts';
import { MessageId, ts, v } from './wire.ts';

/** Events raised by a board; the limits are in `domain.md` 2.4. */
export const EventCode = z.enum([
  'DRY_RUN',
  'OVER_PRESSURE',
  'SENSOR_BREAK',
  'PIPE_BURST',
  'NO_FLOW',
  'FC_FAULT',
  'FC_OFFLINE',
  'CLOCK_UNSET',
]);
export type EventCode = z.infer<typeof EventCode>;

export const EventSeverity = z.enum(['info', 'warning', 'alarm']);
export type EventSeverity = z.infer<typeof EventSeverity>;

/** `id` identifies the occurrence: raise and clear carry the same one, and each may arrive twice, unchanged. */
export const Event = z.object({
  v,
  id: MessageId,
  ts,
  code: EventCode,
  st: z.enum(['raised', 'cleared']),
  sev: EventSeverity,
  /** Values measured when it happened. */
  d: z.partial(Reading),
});
export type Event = z.infer<typeof Event>;
