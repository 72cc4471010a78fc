import { DEFAULT_LOCALE, isLocale, type Locale, locales } from '@manoboard/contract/locales';
import type { Texts } from '@manoboard/i18n/merge';
import type { ConsoleMessages, TextFile } from '@manoboard/i18n/messages';

declare module 'use-intl' {
  interface AppConfig {
    Messages: ConsoleMessages;
    Locale: (typeof locales)[Locale]['tag'];
  }
}

/** `public/prelude.js` reads both at the next start. */
const STORED = 'locale';
const STORED_LANG = 'lang';
const FOLDER = '../../../../../packages/i18n/src';
const files = import.meta.glob<Texts>(
  ['../../../../../packages/i18n/src/*/*.json', '!../../../../../packages/i18n/src/*/server.json'],
  { import: 'default' },
);

/** Loads files of texts in a language. */
export const readTexts = (locale: Locale, names: readonly TextFile[]): Promise<Texts[]> =>
  Promise.all(
    names.map((name) => {
      const read = files[`${FOLDER}/${locale}/${name}.json`];
      if (!read) throw new Error(`There are no texts ${name} in ${locale}.`);
      return read();
    }),
  );

/** R1.1: the language of the last visit, else Slovak. */
export function storedLocale(): Locale {
  const stored = localStorage.getItem(STORED);
  return isLocale(stored) ? stored : DEFAULT_LOCALE;
}

/** R1.9b: the locale `gb` is the document language `en`. */
export function storeLocale(locale: Locale) {
  localStorage.setItem(STORED, locale);
  const { lang } = locales[locale];
  localStorage.setItem(STORED_LANG, lang);
  document.documentElement.lang = lang;
}
