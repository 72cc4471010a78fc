import * as z from 'zod/mini';
import { line } from '../text.ts';
import { PumpValues, SelfStartPermission } from './pump-card.ts';
import { SelfStart } from './self-start.ts';

/** Steps in their usual order; a technician may repeat each of them. */
export const CommissioningStepName = z.enum([
  'card',
  'self_start',
  'rotation',
  'sensor',
  'level',
  'closed_valve',
  'open_tap',
  'hold',
]);
export type CommissioningStepName = z.infer<typeof CommissioningStepName>;

/** Steps that are judged by frames of their time span; the others are entered. */
const RECORDED_STEPS = ['rotation', 'sensor', 'closed_valve', 'open_tap', 'hold'] as const;
export type RecordedStep = (typeof RECORDED_STEPS)[number];
export const isRecordedStep = (name: CommissioningStepName): name is RecordedStep =>
  RECORDED_STEPS.some((step) => step === name);

const value = z.nullable(z.number());
/** One frame of a recording; `null` was not measured. */
export const CommissioningPoint = z.object({
  at: z.int(),
  hz: value,
  kw: value,
  bar: value,
  a: value,
  /** Whether the pump was switched on. */
  on: z.nullable(z.boolean()),
  required_bar: value,
});
export type CommissioningPoint = z.infer<typeof CommissioningPoint>;

/** Why a result is not accepted, or what limits it. */
export const CommissioningRemark = z.enum([
  'too_few_points',
  'not_running',
  'not_at_rest',
  'no_rise',
  'below_card',
  'not_compared',
  'negative',
  'noisy',
  'falling',
  'no_manometer',
  'offset_large',
  'narrow_span',
  'scattered',
  'flow_not_excluded',
  'pressure_falls',
  'no_suction',
  'no_curve',
  'no_tap',
  'never_slept',
  'never_woke',
  'far_from_required',
]);
export type CommissioningRemark = z.infer<typeof CommissioningRemark>;

const figure = z.optional(z.number());
export const CommissioningFigures = z.object({
  points: figure,
  low_hz: figure,
  high_hz: figure,
  /** Means of the points that count. */
  hz: figure,
  w: figure,
  bar: figure,
  rise_bar: figure,
  noise_bar: figure,
  manometer_bar: figure,
  /** What the sensor shows above the manometer. */
  offset_bar: figure,
  level_m: figure,
  no_flow_w: figure,
  no_flow_bar: figure,
  /** Deviation of the measured powers from the fitted curve, of its value. */
  spread: figure,
  flow_lpm: figure,
  flow_error_lpm: figure,
  deviation_bar: figure,
  sleeps: figure,
  wakes: figure,
  /** The answer, and what was read from the drive then. */
  self_start: z.optional(SelfStartPermission),
  self_starts: z.optional(z.array(SelfStart)),
});
export type CommissioningFigures = z.infer<typeof CommissioningFigures>;

export const CommissioningResult = z.object({
  is_accepted: z.boolean(),
  remarks: z.array(CommissioningRemark),
  figures: CommissioningFigures,
});
export type CommissioningResult = z.infer<typeof CommissioningResult>;

const seconds = z.nullable(z.int());
export const CommissioningStep = z.object({
  name: CommissioningStepName,
  status: z.enum(['open', 'recording', 'done', 'skipped']),
  started_at: seconds,
  ended_at: seconds,
  /** Why it was skipped, in the words of the technician. */
  reason: z.nullable(z.string()),
  result: z.nullable(CommissioningResult),
  points: z.array(CommissioningPoint),
});
export type CommissioningStep = z.infer<typeof CommissioningStep>;

const CommissioningNumber = z.string().check(z.regex(/^\d{4}-\d{4,6}$/, 'commissioning_number'));

export const CommissioningSummary = z.object({
  number: CommissioningNumber,
  started_at: z.int(),
  ended_at: seconds,
  by: z.string(),
  /** The name of the owner or user who accepted the pump. */
  taken_by: z.nullable(z.string()),
  skipped: z.int(),
  corrects: z.nullable(CommissioningNumber),
});
export type CommissioningSummary = z.infer<typeof CommissioningSummary>;

/** A finished one does not change; a correction is a new one. */
export const Commissioning = z.extend(CommissioningSummary, {
  steps: z.array(CommissioningStep),
  /** Frames arrive every second until it ends. */
  is_fast: z.boolean(),
  /** The pump card: of now while it is open, of the acceptance in a report. */
  card: PumpValues,
  /** The number of the report that corrects this one. */
  corrected_by: z.nullable(CommissioningNumber),
});
export type Commissioning = z.infer<typeof Commissioning>;

export const CommissioningList = z.object({
  open: z.nullable(CommissioningNumber),
  finished: z.array(CommissioningSummary),
});
export type CommissioningList = z.infer<typeof CommissioningList>;

export const NewCommissioning = z.strictObject({ corrects: z.optional(CommissioningNumber) });

/** What a technician reads at the pump, or answers. */
export const StepEntry = z.strictObject({
  manometer_bar: z.optional(z.number().check(z.gte(-1), z.lte(100))),
  level_m: z.optional(z.number().check(z.gte(0), z.lte(500))),
  self_start: z.optional(SelfStartPermission),
});
export type StepEntry = z.infer<typeof StepEntry>;

export const StepSkip = z.strictObject({ reason: line(1, 200) });
export const CommissioningEnd = z.strictObject({ taken_by: line(1, 80) });

export const commissioningParams = { number: CommissioningNumber };
