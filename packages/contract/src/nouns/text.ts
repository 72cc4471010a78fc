import * as z from 'zod/mini';

/** One line of text: no control characters (Postgres refuses NUL, line ends break mail headers), no lone surrogates. */
export const oneLine = z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'control_characters');

export const line = (min: number, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'required' : 'too_short'),
      z.maxLength(max, 'too_long'),
      oneLine,
    );

/** Multi-line text: line ends and tabs are the only control characters. */
export const lines = (min: number, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'required' : 'too_short'),
      z.maxLength(max, 'too_long'),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, 'control_characters'),
    );

/** A text in each language: a screen may have another one than the account. */
export const BothLanguages = z.object({ sk: z.string(), gb: z.string() });
export type BothLanguages = z.infer<typeof BothLanguages>;

export const DeviceId = z.string().check(z.regex(/^[A-Z]{2,4}-[0-9A-Z]{4,16}$/, 'device_id_format'));
