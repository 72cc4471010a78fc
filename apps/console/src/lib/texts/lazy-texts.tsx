import { mergeTexts } from '@manoboard/i18n/merge';
import type { ConsoleMessages } from '@manoboard/i18n/messages';
import { type ReactNode, useMemo, useState } from 'react';
import { IntlProvider, type Locale, useLocale, useMessages, useTimeZone } from 'use-intl';
import { LoadFailure } from '../page/lazy-component.tsx';
import { type Loader, useLoader } from '../page/loader.ts';

export type TextFiles = Record<Locale, Loader<Record<string, object>>>;

export interface TextsProps {
  children: ReactNode;
  waiting?: ReactNode;
  missing?: ReactNode;
  onClose?: () => void;
}
type Props = TextsProps & { files: TextFiles };

/** Loads the texts that only its children need, and adds them to those of the page. */
export function LazyTexts({ files, children, waiting, missing, onClose }: Props) {
  const locale = useLocale();
  const known = useMessages();
  const timeZone = useTimeZone();
  const { value: more, hasFailed, retry } = useLoader(files[locale]);
  const messages = useMemo(
    () => more && (mergeTexts(known as ConsoleMessages, more) as ConsoleMessages),
    [known, more],
  );
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
