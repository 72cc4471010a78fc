import * as z from 'zod/mini';
import { EventCode } from '../mqtt/event.ts';
import { commandLabel } from './command.ts';

/** R5.9: resets a fault of the drive; only `true` is valid. */
export const FaultReset = z.strictObject({ what: commandLabel, value: z.literal(true) });
export type FaultReset = z.infer<typeof FaultReset>;

/** R5.9: state before a reset; the board decides by its own state at execution. */
export const FaultResetPreview = z.object({
  /** Time of the present fault, Unix seconds; `null`: none raised, or the board's clock was unset. */
  since: z.nullable(z.number()),
  /** Whether the pump was on before the fault: then the board starts it after the reset. `null`: unknown. */
  was_on: z.nullable(z.boolean()),
  /** The active protection: until it is cleared, a reset is refused. */
  protection: z.nullable(EventCode),
  /** `null`: the board has not reported its capabilities. */
  is_supported: z.nullable(z.boolean()),
  per_hour: z.int(),
  /** Resets left in this hour; at 0 the next is possible at `free_at`. */
  left: z.int(),
  free_at: z.nullable(z.number()),
});
export type FaultResetPreview = z.infer<typeof FaultResetPreview>;

/** R5.11: ends the planned starts of the board; only `true` is valid. */
export const EndRetries = z.strictObject({ what: commandLabel, value: z.literal(true) });
export type EndRetries = z.infer<typeof EndRetries>;

/** The label of a restart; an empty body is the same. */
export const RestartBoard = z.strictObject({ what: commandLabel, value: z.literal(true) });
export type RestartBoard = z.infer<typeof RestartBoard>;
