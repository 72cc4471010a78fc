/**
 * R1.1: the languages, each with its own name; Slovak is default and fallback. A language is a row here and a folder of
 * `packages/i18n`. `readers` are the languages of those who understand it.
 */
export const locales = {
  sk: { tag: 'sk-SK', lang: 'sk', name: 'Slovenčina', decimal: ',', readers: ['sk', 'cs'] },
  gb: { tag: 'en-GB', lang: 'en', name: 'English', decimal: '.', readers: ['en'] },
} as const;
export type Locale = keyof typeof locales;

export const LOCALES = Object.keys(locales) as Locale[];
export const DEFAULT_LOCALE: Locale = 'sk';
/** For readers of none of the languages. */
const FOREIGN_LOCALE: Locale = 'gb';

/** The language for a browser with this one (BCP 47). */
export const localeFor = (language: string): Locale =>
  LOCALES.find((locale) =>
    locales[locale].readers.some((reader) => reader === language.toLowerCase().split('-')[0]),
  ) ?? FOREIGN_LOCALE;

export const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && Object.hasOwn(locales, value);

/** A value for each language. */
export const byLocale = <T>(make: (locale: Locale) => T) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>;
