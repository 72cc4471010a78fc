import * as z from 'zod/mini';
import { Reading } from './reading.ts';
import { count, MessageId, ts, v } from './wire.ts';

/** Conditions that a board raises and clears; the limits are in `domain.md` 2.4. */
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

/** R5.11: what started the drive. `itself`: neither the board nor its keypad or terminals, as far as the board can tell. */
export const StartOrigin = z.enum(['command', 'retry', 'keypad', 'terminals', 'itself']);
export type StartOrigin = z.infer<typeof StartOrigin>;

/** Every code of an event: the conditions, and a start of the drive, which is over as soon as it is raised. */
export const BoardEventCode = z.enum([...EventCode.options, 'STARTED']);
export type BoardEventCode = z.infer<typeof BoardEventCode>;
/** A code that a newer board has and this server does not know: shown as it is, and no rule judges it. */
const UnknownEventCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,39}$/));
export const AnyEventCode = z.union([BoardEventCode, UnknownEventCode]);

export const EventSeverity = z.enum(['info', 'warning', 'alarm']);
export type EventSeverity = z.infer<typeof EventSeverity>;

/** Plans, boosts and checks of newer boards are starts that a person asked for, as a command is. */
const originOf = (by: string): StartOrigin => StartOrigin.options.find((known) => known === by) ?? 'command';

const EventValues = z.extend(z.partial(Reading), {
  /** Of `STARTED`. */
  by: z.optional(z.pipe(z.string().check(z.maxLength(16)), z.transform(originOf))),
}) as unknown as z.ZodMiniType<Partial<Reading> & { by?: StartOrigin }>;

/** `id` identifies the occurrence: raise and clear carry the same one, and each may arrive twice, unchanged. */
export const Event = z.object({
  v,
  id: MessageId,
  ts,
  code: BoardEventCode,
  st: z.enum(['raised', 'cleared']),
  sev: EventSeverity,
  /** Values measured when it happened. */
  d: EventValues,
  /** For how many seconds its condition had lasted at `ts`. Boards that do not send it have the delays of `domain.md` 2.4. */
  held: z.optional(count),
  /** The board has stopped the pump; it cannot while the keypad is in control. */
  stopped: z.optional(z.boolean()),
  /** So many seconds after `ts` the board starts the pump again by itself; 0 if a person has to. */
  retry_in: z.optional(count),
});
export type Event = z.infer<typeof Event>;

/** As it arrives: its code may be unknown. */
export const AnyEvent = z.object({ ...Event.shape, code: AnyEventCode });
export type AnyEvent = z.infer<typeof AnyEvent>;

export const isKnownEvent = (event: AnyEvent): event is Event =>
  BoardEventCode.options.some((known) => known === event.code);
