import { createTranslator } from 'use-intl/core';
import { type Locale, locales } from './locales.ts';
import { texts } from './texts.ts';

const translators = {
  sk: createTranslator({ locale: locales.sk.tag, messages: texts.sk }),
  gb: createTranslator({ locale: locales.gb.tag, messages: texts.gb }),
};

/** Translator of one language for programs without React. */
export const translatorOf = (locale: Locale) => translators[locale];
