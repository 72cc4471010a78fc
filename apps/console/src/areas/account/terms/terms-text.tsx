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
      <article className="leading-[1.6] [&_a]:text-link [&_h1]:text-title [&_h1]:leading-tight [&_h1]:mb-4 [&_h1]:font-bold [&_h2]:mt-7 [&_h2]:mb-2 [&_h2]:text-xl [&_h2]:font-bold [&_h3]:mt-5 [&_h3]:mb-2 [&_h3]:text-lg [&_h3]:font-bold [&_p]:mb-3 [&_ul]:mb-3 [&_ul]:pl-5 [&_ul]:list-disc [&_ol]:mb-3 [&_ol]:pl-5 [&_ol]:list-decimal [&_li]:mb-1.5">
        {!value.hasTitle && <h1>{t('auth.termsTitle')}</h1>}
        <Markdown blocks={value.blocks} />
        <p className="text-dim! text-md! mx-0! mt-6! mb-0!">
          {t('auth.termsVersion', { version: value.version })}
        </p>
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
