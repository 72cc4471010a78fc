import { byLocale, type Locale, locales } from '@manoboard/contract/locales';
import { createTranslator } from 'use-intl/core';
import { texts } from './texts.ts';

const translators = byLocale((locale) =>
  createTranslator({ locale: locales[locale].tag, messages: texts[locale] }),
);

/** Translator of one language for programs without React. */
export const translatorOf = (locale: Locale) => translators[locale];
