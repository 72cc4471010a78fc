import { type ReactNode, useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl';
import { currentLanguage, setLocale, subscribeToLanguage } from './locale-store.ts';

const useLanguage = () => useSyncExternalStore(subscribeToLanguage, currentLanguage);

export const useLocaleSwitcher = () => ({ locale: useLanguage().locale, setLocale });

export function LocaleProvider({ children }: { children: ReactNode }) {
  const { tag, messages } = useLanguage();
  return (
    <IntlProvider
      locale={tag}
      messages={messages}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      {children}
    </IntlProvider>
  );
}
