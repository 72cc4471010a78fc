import { createTranslator } from 'use-intl/core';
import { type Locale, locales } from './locales.ts';
import { texts } from './texts.ts';

const translators = {
  sk: createTranslator({ locale: locales.sk.tag, messages: texts.sk }),
  gb: createTranslator({ locale: locales.gb.tag, messages: texts.gb }),
};

/** For programs without React: the same texts, in one language. */
export const translatorOf = (locale: Locale) => translators[locale];
