import * as z from 'zod/mini';
import { RuleKind } from './kinds.ts';

/** Numbers of rules that differ from their defaults, and rules that are switched off, of one device. */
export const NewAlertSettings = z.strictObject({
  /** By kind and name; names and limits are those of the rule. */
  thresholds: z.partialRecord(RuleKind, z.record(z.string().check(z.maxLength(32)), z.number())),
  off: z.array(RuleKind).check(z.maxLength(RuleKind.options.length)),
});
export type NewAlertSettings = z.infer<typeof NewAlertSettings>;

export const AlertSettings = z.object({
  ...NewAlertSettings.shape,
  /** Unix seconds; `null` while all are defaults. */
  changed_at: z.nullable(z.int()),
  changed_by: z.nullable(z.string()),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

/** How often each kind was raised in the last days; kinds that were not are missing. */
export const AlertCounts = z.object({
  days: z.int(),
  counts: z.array(z.object({ kind: z.string(), count: z.int() })),
});
export type AlertCounts = z.infer<typeof AlertCounts>;
