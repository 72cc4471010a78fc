import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { LoadFailure } from '../../../lib/page/lazy-component.tsx';
import { paths } from '../../../lib/page/paths.ts';
import { cardClass } from '../../../ui/card.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { Loading } from '../../../ui/notice.tsx';
import { SectionLink } from './section-link.tsx';
import { useHelp } from './use-help.ts';

/** R2.1: frequent questions; the one in the address is open. */
export function Questions({ hash }: { hash: string }) {
  const t = useTranslations();
  const { help, hasFailed, retry } = useHelp();
  return (
    <>
      <PageHead title={t('nav.faq')} text={t('help.faqLead')}>
        <Link
          className="flex items-center gap-2 px-4 rounded-md bg-accent-soft text-accent-ink text-md font-semibold cursor-pointer w-fit min-h-9.5 max-md:min-h-11"
          to={paths.docs}
        >
          {t('help.toDocs')}
        </Link>
      </PageHead>
      {hasFailed && <LoadFailure onRetry={retry} />}
      {!help && !hasFailed && <Loading text={t('app.loading')} />}
      <div className="grid gap-3 max-w-192">
        {help?.questions.map(({ id, question, answer, topic }) => (
          <details key={id} id={id} className={`leading-relaxed ${cardClass}`} open={id === hash}>
            <summary className="font-semibold cursor-pointer min-h-7">{question}</summary>
            <p className="my-2.5">{answer}</p>
            <SectionLink className="underline text-link" id={topic}>
              {help.topics[topic].title}
            </SectionLink>
          </details>
        ))}
      </div>
    </>
  );
}
