import * as z from 'zod/mini';
import { byLocale } from './locales.ts';

/**
 * One line of text: no control characters (Postgres refuses NUL, line ends break mail headers), no lone surrogates, and
 * no invisible format characters: a name that reverses the text after it deceives readers of a list or a mail. The joiner
 * inside of an emoji is allowed.
 */
export const ONE_LINE =
  /^(?:[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic}))*$/u;
const oneLine = z.regex(ONE_LINE, 'control_characters');

export const line = (min: number, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min, min === 1 ? 'required' : 'too_short'),
      z.maxLength(max, 'too_long'),
      oneLine,
    );

/**
 * As `ONE_LINE`, and nothing that is blank or piled up: a name that shows nothing cannot be told from another, and more than
 * four marks on a letter are drawn over the lines around it. The variation selector of an emoji is allowed.
 */
const NAME =
  /^(?!\p{M})(?!.*\p{M}{5})(?:[^\p{Default_Ignorable_Code_Point}\u2800]|\u200D|(?<=[\p{Extended_Pictographic}#*0-9])[\uFE0E\uFE0F])*$/u;

/** For names of people, devices and programs that others read. Stored ones of an older version may break the rule. */
export const nameText = (min: number, max: number) =>
  line(min, max).check(z.regex(NAME, 'control_characters'));

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
export const LocalizedText = z.object(byLocale(() => z.string()));
export type LocalizedText = z.infer<typeof LocalizedText>;

export const DeviceId = z.string().check(z.regex(/^[A-Z]{2,4}-[0-9A-Z]{4,16}$/, 'device_id_format'));
