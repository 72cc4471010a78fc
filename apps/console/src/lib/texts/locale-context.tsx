import { locales } from '@manoboard/contract/locales';
import { useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { type IntlError, IntlErrorCode, IntlProvider } from 'use-intl';
import { useChosenTimeZone } from '../time/time-zone.ts';
import { currentLanguage, languageAtom, setLocale } from './locale-store.ts';

const useLanguage = () => useSelector(languageAtom, currentLanguage);

export const useLocaleSwitcher = () => ({ locale: useLanguage().locale, setLocale });

/** Without a chosen zone `Intl` uses that of the browser: to name it would load its tables before the first paint. */
function reportError(error: IntlError) {
  if (error.code !== IntlErrorCode.ENVIRONMENT_FALLBACK) console.error(error);
}

export function LocaleProvider({ children }: { children: ReactNode }) {
  const { locale, messages } = useLanguage();
  const timeZone = useChosenTimeZone();
  return (
    <IntlProvider
      locale={locales[locale].tag}
      messages={messages}
      onError={reportError}
      {...(timeZone && { timeZone })}
    >
      {children}
    </IntlProvider>
  );
}
