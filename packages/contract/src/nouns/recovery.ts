import * as z from 'zod/mini';
import { EventCode } from '../mqtt/event.ts';
import { commandLabel } from './command.ts';

/** R5.9: resets a fault of the drive; nothing but `true` can be asked for. */
export const FaultReset = z.strictObject({ what: commandLabel, value: z.literal(true) });
export type FaultReset = z.infer<typeof FaultReset>;

/** R5.9: what is known before a fault is reset; the board decides by what it sees then. */
export const FaultResetOutlook = z.object({
  /** When the board raised the present fault, Unix seconds; `null`: it has raised none, or its clock was unset. */
  since: z.nullable(z.number()),
  /** Was the pump on before the fault? Then the board starts it again after the reset. `null`: unknown. */
  was_on: z.nullable(z.boolean()),
  /** A protection of the board that is raised: until it is cleared, a reset is refused. */
  protection: z.nullable(EventCode),
  /** `null`: the board has not told what it can do. */
  is_supported: z.nullable(z.boolean()),
  per_hour: z.int(),
  /** Resets that are left in this hour; when there is none, the next is possible at `free_at`. */
  left: z.int(),
  free_at: z.nullable(z.number()),
});
export type FaultResetOutlook = z.infer<typeof FaultResetOutlook>;

/** The label of a restart; a request without a body is the same. */
export const RestartBoard = z.strictObject({ what: commandLabel, value: z.literal(true) });
export type RestartBoard = z.infer<typeof RestartBoard>;
