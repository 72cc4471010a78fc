import * as z from 'zod/mini';
import { Reading } from './reading.ts';
import { count, MessageId, ts, v } from './wire.ts';

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
  /** For how many seconds its condition had lasted at `ts`. Boards that do not send it have the delays of `domain.md` 2.4. */
  held: z.optional(count),
  /** The board has stopped the pump; it cannot while the keypad is in control. */
  stopped: z.optional(z.boolean()),
  /** So many seconds after `ts` the board starts the pump again by itself; 0 if a person has to. */
  retry_in: z.optional(count),
});
export type Event = z.infer<typeof Event>;
