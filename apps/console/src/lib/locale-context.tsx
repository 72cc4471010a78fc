import type { Locale } from '@manoboard/i18n/locales';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { IntlProvider } from 'use-intl';
import { type Language, loadLanguage, rememberLocale } from './locale.ts';

interface Switcher {
  locale: Locale;
  setLocale: (locale: Locale) => Promise<void>;
}
const LocaleContext = createContext<Switcher | undefined>(undefined);

export function useLocaleSwitcher(): Switcher {
  const switcher = useContext(LocaleContext);
  if (!switcher) throw new Error('useLocaleSwitcher needs a LocaleProvider above it');
  return switcher;
}

/** The page keeps its language until the other one has been loaded. */
export function LocaleProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  const setLocale = useCallback(async (locale: Locale) => {
    setLanguage(await loadLanguage(locale));
    rememberLocale(locale);
  }, []);
  return (
    <LocaleContext value={{ locale: language.locale, setLocale }}>
      <IntlProvider
        locale={language.tag}
        messages={language.messages}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      >
        {children}
      </IntlProvider>
    </LocaleContext>
  );
}
