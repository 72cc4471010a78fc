import { termsCalls } from '@manoboard/contract/account/terms.calls';
import { byLocale, type Locale } from '@manoboard/contract/locales';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { createLoader, useLoader } from '../../../lib/page/loader.ts';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Markdown, parseMarkdown } from './markdown.tsx';

async function loadTerms(locale: Locale) {
  const terms = await request(termsCalls.terms, { params: { locale } });
  if (!terms) throw new Error('no terms');
  const blocks = parseMarkdown(terms.text);
  const hasTitle = blocks.some((block) => block.kind === 'heading' && block.level === 1);
  return { version: terms.version, blocks, hasTitle };
}
const loaders = byLocale((locale) => createLoader(() => loadTerms(locale)));

/**
 * R3.1: the terms of use in the language of the loaded texts, not of the selected one, whose texts may still be
 * loading: a page never mixes two languages.
 */
export function TermsText() {
  const t = useTranslations();
  const { value, hasFailed, retry } = useLoader(loaders[useLanguage()]);
  if (value)
    return (
      <article className="prose">
        {!value.hasTitle && <h1>{t('auth.termsTitle')}</h1>}
        <Markdown blocks={value.blocks} />
        <p className="text-dim text-md mt-6 mb-0!">{t('auth.termsVersion', { version: value.version })}</p>
      </article>
    );
  return (
    <>
      <h1 className="text-[2em] font-bold sr-only">{t('auth.termsTitle')}</h1>
      {hasFailed ? (
        <Notice
          role="alert"
          title={t('auth.termsFailed')}
          action={{ label: t('common.retry'), onClick: retry }}
        />
      ) : (
        <p role="status">{t('app.loading')}</p>
      )}
    </>
  );
}
