import { byLocale } from '@manoboard/contract/locales';
import type { HelpTexts } from '@manoboard/i18n/help/help';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { createLoader, useLoader } from '../../../lib/page/loader.ts';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { helpSections } from './help-sections.ts';

const FOLDER = '../../../../../../packages/i18n/src';
const files = import.meta.glob<HelpTexts>('../../../../../../packages/i18n/src/*/help/articles.json', {
  import: 'default',
});
/** The articles are large: each language is a file of its own, loaded with the first help page. */
const articles = byLocale((locale) =>
  createLoader(async () => {
    const help = await files[`${FOLDER}/${locale}/help/articles.json`]?.();
    if (!help) throw new Error(`There is no help in ${locale}.`);
    return help;
  }),
);

export function useHelp() {
  const { value: help, hasFailed, retry } = useLoader(articles[useLanguage()]);
  const t = useTranslations();
  const { number } = useFormatter();
  const sections = useMemo(
    () => (help ? helpSections(help, { text: (key) => t(key), number: (value) => number(value) }) : []),
    [help, t, number],
  );
  return { help, sections, hasFailed, retry };
}
