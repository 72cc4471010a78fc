import { byLocale, type Locale } from '@manoboard/contract/locales';
import { gb } from './gb/files.ts';
import { mergeTexts } from './merge.ts';
import type { Files, Messages } from './messages.ts';
import { sk } from './sk/files.ts';

/** A key that one language lacks is a type error. */
const files: Record<Locale, Files> = { sk, gb };

/** All texts of all languages, for the server and the tests, where bundle size does not matter. */
export const texts = byLocale((locale) => mergeTexts(Object.values(files[locale])) as Messages);
