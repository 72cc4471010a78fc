import * as z from 'zod/mini';

/**
 * One line of text: no control characters (Postgres refuses NUL, line ends break mail headers), no lone surrogates, and
 * no invisible or blank characters: a name that reverses the text after it, or that shows nothing, deceives readers of a
 * list or a mail. The joiner and the variation selector of an emoji are allowed. At most four marks follow a letter: more
 * are drawn over the lines around it.
 */
export const ONE_LINE =
  /^(?!\p{M})(?!.*\p{M}{5})(?:[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}#*0-9])[\uFE0E\uFE0F])*$/u;
export const oneLine = z.regex(ONE_LINE, 'control_characters');

export const line = (min: number, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'required' : 'too_short'),
      z.maxLength(max, 'too_long'),
      oneLine,
    );

/** Multi-line text: line ends and tabs are the only control characters; the direction of the text cannot be changed. */
export const lines = (min: number, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'required' : 'too_short'),
      z.maxLength(max, 'too_long'),
      z.regex(/^(?:[^\p{Cc}\p{Cs}\p{Bidi_Control}]|[\n\t])*$/u, 'control_characters'),
    );

/** A text in each language: a screen may have another one than the account. */
export const BothLanguages = z.object({ sk: z.string(), gb: z.string() });
export type BothLanguages = z.infer<typeof BothLanguages>;

export const DeviceId = z.string().check(z.regex(/^[A-Z]{2,4}-[0-9A-Z]{4,16}$/, 'device_id_format'));
