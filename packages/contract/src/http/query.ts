import * as z from 'zod/mini';
import { TimeZoneName } from '../account/account.ts';

const SECONDS = /^(0|[1-9]\d{0,9})$/;
/** The zone is required: that of the caller is unknown. An unencoded plus sign arrives as a space. */
const ISO_8601 = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+ -]\d\d:?\d\d)$/;
/** 20 November 2286, the largest time of ten digits. */
const MOST_SECONDS = 9_999_999_999;

/** Refuses 31 June and the like, which `Date.parse` moves to the next month. */
const isDay = (day: string) => new Date(day).toJSON()?.startsWith(day) === true;

/** Unix seconds of a number or an ISO 8601 time; NaN for other text. */
function secondsOf(text: string): number {
  if (SECONDS.test(text)) return Number(text);
  const [, day] = ISO_8601.exec(text) ?? [];
  return day !== undefined && isDay(day) ? Math.floor(Date.parse(text.replace(' ', '+')) / 1000) : Number.NaN;
}

/** A time in a query, Unix seconds or ISO 8601; parsed to Unix seconds. */
export const TimeText = z.pipe(
  z.string().check(
    z.refine((text) => {
      const seconds = secondsOf(text);
      return seconds >= 0 && seconds <= MOST_SECONDS;
    }, 'unix_seconds_or_iso_8601_with_zone'),
  ),
  z.transform(secondsOf),
);
TimeText._zod.toJSONSchema = () => ({
  type: 'string',
  description: 'Unix seconds, or ISO 8601 with a zone: 2026-03-01T08:00:00Z',
});

/** Values of one query parameter: repeated, separated by commas, or both. */
export const listOf = <S extends z.ZodMiniType<unknown, string>>(item: S, max: number) =>
  z.pipe(
    z.transform((given: z.input<S> | readonly z.input<S>[]): unknown =>
      [given].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [text])),
    ),
    z.array(item).check(z.maxLength(max, 'too_long')),
  );

/** Query fields of all CSV files; zone and language of the user's profile are the defaults. */
export const csvQuery = {
  /** Local times are those of this zone. */
  zone: z.optional(TimeZoneName),
  /** `comma`: a decimal comma, and semicolons between cells. `point`: a decimal point, and commas between cells. */
  decimal: z.optional(z.enum(['comma', 'point'])),
};
const CsvOptions = z.strictObject(csvQuery);
export type CsvQuery = z.infer<typeof CsvOptions>;
