import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { LoadFailure } from '../../../lib/page/lazy-component.tsx';
import { paths } from '../../../lib/page/paths.ts';
import { cardClass } from '../../../ui/card.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { Loading } from '../../../ui/notice.tsx';
import classes from './help.module.css';
import { SectionLink } from './section-link.tsx';
import { useHelp } from './use-help.ts';

/** R2.1: frequent questions; the one in the address is open. */
export function Questions({ hash }: { hash: string }) {
  const t = useTranslations();
  const { help, hasFailed, retry } = useHelp();
  return (
    <>
      <PageHead title={t('nav.faq')} text={t('help.faqLead')}>
        <Link className={classes.action} to={paths.docs}>
          {t('help.toDocs')}
        </Link>
      </PageHead>
      {hasFailed && <LoadFailure onRetry={retry} />}
      {!help && !hasFailed && <Loading text={t('app.loading')} />}
      <div className={classes.questions}>
        {help?.questions.map(({ id, question, answer, topic }) => (
          <details key={id} id={id} className={`${cardClass} ${classes.question}`} open={id === hash}>
            <summary>{question}</summary>
            <p>{answer}</p>
            <SectionLink id={topic}>{help.topics[topic].title}</SectionLink>
          </details>
        ))}
      </div>
    </>
  );
}
