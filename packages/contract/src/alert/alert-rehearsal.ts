import * as z from 'zod/mini';
import { TimeZoneName } from '../account/account.ts';
import { RuleKind } from './kinds.ts';

const seconds = z.int();
const NumberName = z.string().check(z.regex(/^[a-zA-Z]{1,20}$/, 'invalid'));
const Numbers = z.record(z.string(), z.number());

const MAX_DAYS = 30;
const MAX_NUMBERS = 10;

/** Other numbers of one rule, to be judged on the stored past of a device. Nothing is stored or sent. */
export const RehearsalRequest = z.strictObject({
  kind: RuleKind,
  /** New numbers of the rule; others stay as they are in force. Values outside the limits are moved to the nearest limit. */
  thresholds: z.optional(
    z
      .record(NumberName, z.number())
      .check(z.refine((numbers) => Object.keys(numbers).length <= MAX_NUMBERS, 'too_long')),
  ),
  /** The number that is drawn by day, and counted for other values. Default: the first of the rule. */
  vary: z.optional(NumberName),
  days: z.int().check(z.minimum(1, 'out_of_range'), z.maximum(MAX_DAYS, 'out_of_range')),
  /** Days are those of this zone. */
  zone: TimeZoneName,
});
export type RehearsalRequest = z.infer<typeof RehearsalRequest>;

const RehearsedAlert = z.object({
  raised_at: seconds,
  /** Since when the condition held. */
  since: seconds,
  /** Null: it lasts until the end of the range. */
  cleared_at: z.nullable(seconds),
  severity: z.enum(['warning', 'alarm']),
  /** Measured or counted when it was raised. */
  numbers: Numbers,
  /** No alert with the other numbers at the same time. */
  is_only_here: z.boolean(),
});

export type RehearsedAlert = z.infer<typeof RehearsedAlert>;

const RehearsedNumbers = z.object({
  /** The numbers that applied. */
  numbers: Numbers,
  count: z.int(),
  /** Alerts that the other numbers do not raise. */
  only_here: z.int(),
  /** The newest ones, newest first. */
  alerts: z.array(RehearsedAlert),
});
export type RehearsedNumbers = z.infer<typeof RehearsedNumbers>;

const Rehearsal = z.object({
  kind: RuleKind,
  /** The first and the last moment of the range. Rules that remember days begin to learn at `from`. */
  from: seconds,
  to: seconds,
  frames: z.int(),
  vary: z.string(),
  today: RehearsedNumbers,
  changed: RehearsedNumbers,
  /** Alerts with other values of `vary`. */
  others: z.array(z.object({ value: z.number(), count: z.int() })),
  /** `peak`: the furthest value that `vary` was compared with on that day. Counts are those of the raised alerts. */
  days: z.array(
    z.object({
      t: seconds,
      peak: z.nullable(z.number()),
      today: z.int(),
      changed: z.int(),
      is_new: z.boolean(),
    }),
  ),
});

export type Rehearsal = z.infer<typeof Rehearsal>;

/** A line of the answer: the share that is done, or at the end the result. */
export const RehearsalLine = z.union([z.object({ progress: z.number() }), z.object({ result: Rehearsal })]);
export type RehearsalLine = z.infer<typeof RehearsalLine>;
