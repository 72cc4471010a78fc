import { createTranslator } from 'use-intl/core';
import gb from './gb.json' with { type: 'json' };
import { type Locale, locales } from './locales.ts';
import sk from './sk.json' with { type: 'json' };

const translators = {
  sk: createTranslator({ locale: locales.sk.tag, messages: sk }),
  gb: createTranslator({ locale: locales.gb.tag, messages: gb }),
};

/** For programs without React: the same texts, in one language. */
export const translatorOf = (locale: Locale) => translators[locale];
