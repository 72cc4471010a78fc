import * as z from 'zod/mini';
import { FieldChange } from '../activity/device-change.ts';
import { RuleKind } from '../alert/kinds.ts';
import { count } from '../mqtt/wire.ts';
import { PumpValues } from './pump-card.ts';

const seconds = z.nullable(z.int());
const ValueName = z.keyof(PumpValues);

/** Where a value of the card comes from: reported by the board, entered by a person, or measured at the commissioning. */
const PumpSource = z.enum(['board', 'person', 'measured']);

const hasSpan = z.refine<PumpValues>(
  ({ hz_low, hz_high }) => hz_low === undefined || hz_high === undefined || hz_low < hz_high,
  { error: 'min_not_below_max', path: ['hz_low'] },
);

/** Entered values, with the version of the card that was read, for optimistic locking. An omitted value becomes unknown. */
export const NewPumpCard = z.strictObject({ version: count, values: PumpValues.check(hasSpan) });
export type NewPumpCard = z.infer<typeof NewPumpCard>;

/** The pump card of a device: values in force, each with its source, and the rules that wait for a missing one. */
export const PumpCard = z.object({
  /** Newest version of the entered values; 0 before the first. The next write must name it. */
  version: z.int(),
  /** In force: values of the board, and for the rest the entered ones. */
  values: PumpValues,
  /** The source of each value in force; `at` is when it was entered, `null` for values of the board. */
  sources: z.array(z.object({ name: ValueName, source: PumpSource, at: seconds })),
  /** What people entered or measured, also where the board reports another value. */
  entered: PumpValues,
  changed_at: seconds,
  changed_by: z.nullable(z.string()),
  /** Rules that are silent, with the values that they miss. */
  waiting: z.array(z.object({ kind: RuleKind, missing: z.array(ValueName) })),
});
export type PumpCard = z.infer<typeof PumpCard>;

/** One version of the entered values: author, time and what it changed. */
export const PumpCardVersion = z.object({
  version: z.int(),
  at: z.int(),
  by: z.nullable(z.string()),
  fields: z.array(FieldChange),
});
export type PumpCardVersion = z.infer<typeof PumpCardVersion>;
