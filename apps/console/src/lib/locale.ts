import { DEFAULT_LOCALE, isLocale, type Locale, locales } from '@manoboard/i18n/locales';
import type { Messages } from '@manoboard/i18n/messages';
import type { Locale as IntlTag } from 'use-intl';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: (typeof locales)[Locale]['tag'];
  }
}

const STORED = 'locale';

const loaders: Record<Locale, () => Promise<{ default: Messages }>> = {
  sk: () => import('@manoboard/i18n/sk.json'),
  gb: () => import('@manoboard/i18n/gb.json'),
};

export interface Language {
  locale: Locale;
  /** For `Intl`: numbers and dates follow it (R1.9b). */
  tag: IntlTag;
  messages: Messages;
}

/** R1.1: the choice of the last visit, else Slovak. */
export function storedLocale(): Locale {
  const stored = localStorage.getItem(STORED);
  return isLocale(stored) ? stored : DEFAULT_LOCALE;
}

export async function loadLanguage(locale: Locale): Promise<Language> {
  const { default: messages } = await loaders[locale]();
  return { locale, tag: locales[locale].tag, messages };
}

/** R1.9b: `gb` is our name for the locale; the page's language is `en`. */
export function rememberLocale(locale: Locale) {
  localStorage.setItem(STORED, locale);
  document.documentElement.lang = locales[locale].lang;
}
