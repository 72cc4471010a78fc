import * as z from 'zod/mini';
import { TimeZoneName } from '../account/account.ts';
import { csvQuery } from '../http/query.ts';

const seconds = z.int();

export const EnergyPeriod = z.enum(['day', 'week', 'month', 'year']);
export type EnergyPeriod = z.infer<typeof EnergyPeriod>;
export const EnergyStep = z.enum(['hour', 'day', 'week', 'month']);
export type EnergyStep = z.infer<typeof EnergyStep>;

/** From short to long. */
const LENGTHS = ['hour', 'day', 'week', 'month', 'year'];

const isDate = (text: string) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

const query = {
  period: EnergyPeriod,
  /** Length of the buckets. Default: hours of a day, days of a week or a month, months of a year. */
  step: z.optional(EnergyStep),
  /** A day of the period, in the zone. Default: today. */
  date: z.optional(z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/, 'invalid'), z.refine(isDate, 'invalid'))),
  /** Days and rates are those of this zone. */
  zone: TimeZoneName,
};
type StepText = { period: EnergyPeriod; step?: EnergyStep | undefined };
/** Shorter than the period, and at most 745 buckets. */
const isStep = ({ period, step }: StepText) =>
  step === undefined ||
  (LENGTHS.indexOf(step) < LENGTHS.indexOf(period) && !(period === 'year' && step === 'hour'));

export const EnergyQuery = z
  .strictObject(query)
  .check(z.refine(isStep, { error: 'invalid', path: ['step'] }));
export type EnergyQuery = z.infer<typeof EnergyQuery>;

export const EnergyCsvQuery = z
  .strictObject({ ...query, decimal: csvQuery.decimal })
  .check(z.refine(isStep, { error: 'invalid', path: ['step'] }));
export type EnergyCsvQuery = z.infer<typeof EnergyCsvQuery>;

export const EnergyCurrency = z.enum(['EUR', 'CZK', 'HUF', 'PLN', 'USD', 'GBP', 'CHF']);
export type EnergyCurrency = z.infer<typeof EnergyCurrency>;

/** Above the price of any currency of the list. */
const Price = z.number().check(z.minimum(0, 'out_of_range'), z.maximum(1000, 'out_of_range'));
const HoursOfDay = z.int().check(z.minimum(0, 'out_of_range'), z.maximum(2 ** 24 - 1, 'out_of_range'));

/** The tariff of a device for one user, and their monthly report. */
export const EnergySettings = z.strictObject({
  currency: EnergyCurrency,
  /** Per kWh, all taxes and fees in it. Null: no cost is shown. */
  price: z.nullable(Price),
  /** Per kWh in the low hours. Null: one rate. */
  low_price: z.nullable(Price),
  /** Low hours of each weekday, Monday first. Bit 0 is the hour from 0:00. */
  low_hours: z.array(HoursOfDay).check(z.length(7, 'invalid')),
  /** Grams of CO₂ per kWh. */
  co2_g: z.number().check(z.minimum(0, 'out_of_range'), z.maximum(2000, 'out_of_range')),
  /** An e-mail on the 1st with the month before. */
  has_report: z.boolean(),
  /** Time zone of the report if the user's profile has none. */
  zone: TimeZoneName,
});
export type EnergySettings = z.infer<typeof EnergySettings>;

const maybe = z.nullable(z.number());
/** Figures of a span. Null is unknown, never 0. */
export const EnergyFigures = z.object({
  kwh: maybe,
  low_kwh: maybe,
  running_h: maybe,
  starts: maybe,
  /** Average pressure while running. */
  bar: maybe,
  /** kWh per running hour. */
  kwh_per_h: maybe,
  cost: maybe,
  co2_kg: maybe,
  /** The share of the elapsed time that was measured. */
  measured: z.number(),
});
export type EnergyFigures = z.infer<typeof EnergyFigures>;

const bucket = z.extend(EnergyFigures, { t: seconds });
const span = { from: seconds, to: seconds };

export const Energy = z.object({
  ...span,
  step: EnergyStep,
  /** When the figures were read; they hold until then. */
  at: seconds,
  total: EnergyFigures,
  buckets: z.array(bucket),
  previous: z.object({ ...span, total: EnergyFigures, buckets: z.array(bucket) }),
  /** Equal parts of this and the previous period; null in the first hour of a period. */
  comparison: z.nullable(
    z.object({
      now: z.extend(EnergyFigures, span),
      before: z.extend(EnergyFigures, span),
    }),
  ),
  /** Minutes of running per hour in the last 4 weeks: 7 weekdays from Monday by 24 hours. */
  heat: z.array(maybe),
  /** Usual kWh per running hour of this device. Null until it has run on 14 days. */
  band: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** The first time that the caller may see figures of. Null: there are none yet. */
  since: z.nullable(seconds),
  settings: EnergySettings,
});
export type Energy = z.infer<typeof Energy>;
