import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../../lib/page/paths.ts';
import { PageHead } from '../../../ui/heading.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { PERIODS, type PeriodDays } from './periods.ts';
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
        {action && <div className={classes.action}>{action}</div>}
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

/** The period of the figures, in days. */
export function PeriodChoice({ days, onDays }: { days: PeriodDays; onDays: (days: PeriodDays) => void }) {
  const t = useTranslations('statistics');
  return (
    <Segmented
      label={t('period')}
      value={`${days}` as const}
      options={PERIODS.map((period) => ({
        value: `${period}` as const,
        label: t('days', { days: period }),
      }))}
      isDisabled={false}
      onChange={(value) => onDays(Number(value) as PeriodDays)}
    />
  );
}
