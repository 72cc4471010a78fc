import type { HelpTexts } from '@manoboard/i18n/help/help';
import { useMemo } from 'react';
import { type Locale, useFormatter, useLocale, useTranslations } from 'use-intl';
import { createLoader, type Loader, useLoader } from '../../../lib/page/loader.ts';
import { helpSections } from './help-sections.ts';

/** The texts of the help are large: each language is a file of its own, loaded with the first help page. */
const files: Record<Locale, Loader<HelpTexts>> = {
  'sk-SK': createLoader(async () => (await import('@manoboard/i18n/help/sk')).help),
  'en-GB': createLoader(async () => (await import('@manoboard/i18n/help/gb')).help),
};

export function useHelp() {
  const { value: help, hasFailed, retry } = useLoader(files[useLocale()]);
  const t = useTranslations();
  const { number } = useFormatter();
  const sections = useMemo(
    () => (help ? helpSections(help, { text: (key) => t(key), number: (value) => number(value) }) : []),
    [help, t, number],
  );
  return { help, sections, hasFailed, retry };
}
