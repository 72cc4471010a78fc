/** R1.1: the two languages, each with its own name; Slovak is default and fallback. */
export const locales = {
  sk: { tag: 'sk-SK', lang: 'sk', name: 'Slovenčina' },
  gb: { tag: 'en-GB', lang: 'en', name: 'English' },
} as const;
export type Locale = keyof typeof locales;

export const DEFAULT_LOCALE: Locale = 'sk';

export const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && Object.hasOwn(locales, value);
