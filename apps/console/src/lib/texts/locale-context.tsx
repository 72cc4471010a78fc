import { useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import { useDisplayTimeZone } from '../time/time-zone.ts';
import { currentLanguage, languageAtom, setLocale } from './locale-store.ts';

const useLanguage = () => useSelector(languageAtom, currentLanguage);

export const useLocaleSwitcher = () => ({ locale: useLanguage().locale, setLocale });

export function LocaleProvider({ children }: { children: ReactNode }) {
  const { tag, messages } = useLanguage();
  const timeZone = useDisplayTimeZone();
  return (
    <IntlProvider locale={tag} messages={messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
