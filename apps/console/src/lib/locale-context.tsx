import { useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { currentLanguage, languageAtom, setLocale } from './locale-store.ts';

const useLanguage = () => useSelector(languageAtom, currentLanguage);

export const useLocaleSwitcher = () => ({ locale: useLanguage().locale, setLocale });

/** Computed once: the first `Intl` object loads the tables of the language, 40 ms on a slow phone. */
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function LocaleProvider({ children }: { children: ReactNode }) {
  const { tag, messages } = useLanguage();
  return (
    <IntlProvider locale={tag} messages={messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
