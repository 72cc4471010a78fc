import { DEFAULT_LOCALE, LOCALES, locales } from '@manoboard/contract/locales';
import { useLocale } from 'use-intl';

/** R1.1: the language of the displayed texts, for texts that the server sends in all languages. */
export function useLanguage() {
  const tag = useLocale();
  return LOCALES.find((locale) => locales[locale].tag === tag) ?? DEFAULT_LOCALE;
}
