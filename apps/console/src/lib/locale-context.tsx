import { type ReactNode, useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl';
import { currentLanguage, setLocale, subscribeToLanguage } from './locale-store.ts';

const useLanguage = () => useSyncExternalStore(subscribeToLanguage, currentLanguage);

export const useLocaleSwitcher = () => ({ locale: useLanguage().locale, setLocale });

/** The first `Intl` object of a page loads the tables of the language: 40 ms on a slow phone, once. */
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function LocaleProvider({ children }: { children: ReactNode }) {
  const { tag, messages } = useLanguage();
  return (
    <IntlProvider locale={tag} messages={messages} timeZone={timeZone}>
      {children}
    </IntlProvider>
  );
}
