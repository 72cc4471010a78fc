import { mergeTexts } from '@manoboard/i18n/merge';
import type { ConsoleMessages, ToolMessages } from '@manoboard/i18n/messages';
import { type ReactNode, useMemo, useState } from 'react';
import { IntlProvider, type Locale, useLocale, useMessages, useTimeZone } from 'use-intl';
import { LoadFailure } from './lazy-component.tsx';
import { createLoader, type Loader, useLoader } from './loader.ts';

const files: Record<Locale, Loader<ToolMessages>> = {
  'sk-SK': createLoader(async () => (await import('@manoboard/i18n/sk/tools.json')).default),
  'en-GB': createLoader(async () => (await import('@manoboard/i18n/gb/tools.json')).default),
};

export const preloadToolTexts = (locale: Locale) => void files[locale].load().catch(() => undefined);

interface Props {
  children: ReactNode;
  waiting?: ReactNode;
  missing?: ReactNode;
  onClose?: () => void;
}

/** Loads the texts of the device tools with the first tool, since no other page needs them. */
export function ToolTexts({ children, waiting, missing, onClose }: Props) {
  const locale = useLocale();
  const known = useMessages();
  const timeZone = useTimeZone();
  const { value: more, hasFailed, retry } = useLoader(files[locale]);
  const messages = useMemo(() => more && mergeTexts(known as ConsoleMessages, more), [known, more]);
  const [shown, setShown] = useState<{ locale: Locale; messages: ConsoleMessages }>();
  if (messages && messages !== shown?.messages) setShown({ locale, messages });
  // On a language change, keep the children mounted in the old language until the new texts load: typed values stay.
  if (shown) {
    return (
      <IntlProvider {...shown} {...(timeZone && { timeZone })}>
        {children}
      </IntlProvider>
    );
  }
  if (!hasFailed) return waiting;
  return missing === undefined ? <LoadFailure onRetry={retry} onClose={onClose} /> : missing;
}
