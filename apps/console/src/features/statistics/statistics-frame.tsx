import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/heading.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import classes from './statistics.module.css';

interface Props {
  text: string;
  /** Beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** Title and tabs of both pages. */
export function StatisticsFrame({ text, action, children }: Props) {
  const t = useTranslations('statistics');
  return (
    <>
      <PageHead title={t('title')} text={text}>
        {action}
      </PageHead>
      <nav className={classes.tabs} aria-label={t('title')}>
        <Link to={paths.statisticsCharts} activeOptions={{ includeSearch: false }}>
          {t('page.charts')}
        </Link>
        <Link to={paths.statisticsDevices}>{t('page.devices')}</Link>
      </nav>
      {children}
    </>
  );
}

/** Figures that need the history of measurements: named, never drawn without data. */
export function ComingCard() {
  const t = useTranslations('statistics.coming');
  return (
    <Card aria-labelledby="statistics-coming">
      <SectionHead id="statistics-coming" title={t('title')} />
      <p className={classes.quiet}>{t('text')}</p>
    </Card>
  );
}
