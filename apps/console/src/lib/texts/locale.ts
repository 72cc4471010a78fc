import { DEFAULT_LOCALE, isLocale, type Locale, locales } from '@manoboard/i18n/locales';
import { mergeTexts } from '@manoboard/i18n/merge';
import type { AdminMessages, ConsoleMessages, LoginMessages } from '@manoboard/i18n/messages';
import type { Locale as IntlTag } from 'use-intl';

declare module 'use-intl' {
  interface AppConfig {
    Messages: ConsoleMessages;
    Locale: (typeof locales)[Locale]['tag'];
  }
}

/** A value of each language by its tag. */
export const byTag = <T>(make: (tag: IntlTag, locale: Locale) => T) =>
  Object.fromEntries(
    Object.entries(locales).map(([locale, { tag }]) => [tag, make(tag, locale as Locale)]),
  ) as Record<IntlTag, T>;

const STORED = 'locale';

interface Files {
  login: () => Promise<{ default: LoginMessages }>;
  admin: () => Promise<{ default: AdminMessages }>;
}
const files: Record<Locale, Files> = {
  sk: {
    login: () => import('@manoboard/i18n/sk/login.json'),
    admin: () => import('@manoboard/i18n/sk/admin.json'),
  },
  gb: {
    login: () => import('@manoboard/i18n/gb/login.json'),
    admin: () => import('@manoboard/i18n/gb/admin.json'),
  },
};

export interface Language {
  locale: Locale;
  /** For `Intl`: numbers and dates follow it (R1.9b). */
  tag: IntlTag;
  messages: ConsoleMessages;
  /** False: only the public pages have all their texts. */
  hasAdminTexts: boolean;
}

/** R1.1: the language of the last visit, else Slovak. */
export function storedLocale(): Locale {
  const stored = localStorage.getItem(STORED);
  return isLocale(stored) ? stored : DEFAULT_LOCALE;
}

export async function loadLanguage(locale: Locale, hasAdminTexts: boolean): Promise<Language> {
  const { login, admin } = files[locale];
  const [first, rest] = await Promise.all([login(), hasAdminTexts ? admin() : undefined]);
  // The cast holds because admin routes wait for their texts, and areas for theirs (area-texts.tsx).
  const messages = (rest ? mergeTexts(first.default, rest.default) : first.default) as ConsoleMessages;
  return { locale, tag: locales[locale].tag, messages, hasAdminTexts };
}

/** R1.9b: the locale `gb` is the document language `en`. */
export function storeLocale(locale: Locale) {
  localStorage.setItem(STORED, locale);
  document.documentElement.lang = locales[locale].lang;
}
