import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../../lib/page/paths.ts';
import { PageHead } from '../../../ui/heading.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { PERIODS, type PeriodDays } from './periods.ts';

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
        {action && <div className="max-sm:basis-full">{action}</div>}
      </PageHead>
      <nav className="flex gap-5 border-b border-line mb-5" aria-label={t('title')}>
        <Link
          className="px-0.5 py-2 text-dim font-medium border-b-2 border-transparent pointer-coarse:min-h-11 forced-colors:border-[Canvas] hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          to={paths.statisticsCharts}
          activeOptions={{ includeSearch: false }}
        >
          {t('page.charts')}
        </Link>
        <Link
          className="px-0.5 py-2 text-dim font-medium border-b-2 border-transparent pointer-coarse:min-h-11 forced-colors:border-[Canvas] hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          to={paths.statisticsDevices}
        >
          {t('page.devices')}
        </Link>
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
