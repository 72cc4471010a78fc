import { mergeTexts } from '@manoboard/i18n/merge';
import type { ConsoleMessages, ToolMessages } from '@manoboard/i18n/messages';
import { type ReactNode, use, useMemo } from 'react';
import { IntlProvider, type Locale, useLocale, useMessages, useTimeZone } from 'use-intl';

type File = Promise<{ default: ToolMessages }>;
const files: Record<Locale, () => File> = {
  'sk-SK': () => import('@manoboard/i18n/sk/tools.json'),
  'en-GB': () => import('@manoboard/i18n/gb/tools.json'),
};
const loading = new Map<Locale, File>();

/** One that failed is asked for again by the next tool. */
function textsOf(locale: Locale): File {
  const known = loading.get(locale) ?? files[locale]();
  loading.set(locale, known);
  known.catch(() => loading.delete(locale));
  return known;
}

/** The tools of a device say a lot that no other page needs: their texts come with the first of them. */
export function ToolTexts({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const known = useMessages();
  const { default: more } = use(textsOf(locale));
  const timeZone = useTimeZone();
  const messages = useMemo(() => mergeTexts(known as ConsoleMessages, more), [known, more]);
  return (
    <IntlProvider locale={locale} messages={messages} {...(timeZone && { timeZone })}>
      {children}
    </IntlProvider>
  );
}
