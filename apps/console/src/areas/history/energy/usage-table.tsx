import type { Energy } from '@manoboard/contract/history/energy';
import { useTranslations } from 'use-intl';
import { type Column, Table } from '../../../ui/table.tsx';
import { type EnergyFormat, METRICS } from './use-energy-format.ts';

type Bucket = Energy['buckets'][number];

/** The figures of the bars in words: for screen readers, the keyboard and everyone who wants numbers. */
export function UsageTable({ energy, format }: { energy: Energy; format: EnergyFormat }) {
  const t = useTranslations('energy');
  const { buckets, step, at } = energy;
  const columns: Column<Bucket>[] = [
    {
      key: 'time',
      header: t('time'),
      isRowHead: true,
      className: 'font-regular whitespace-nowrap',
      cell: (bucket) => format.bucket(step, bucket.t),
    },
    ...METRICS.map((metric) => ({
      key: metric,
      header: t(`metric.${metric}`),
      isNumber: true,
      cell: (bucket: Bucket) => format.withUnit(metric, bucket[metric]),
    })),
    { key: 'bar', header: t('pressure'), isNumber: true, cell: ({ bar }) => format.fixed(bar, 2) },
    {
      key: 'measured',
      header: t('measured'),
      isNumber: true,
      cell: ({ measured }) => format.percent(measured),
    },
  ];
  return (
    <details className="text-md mt-3">
      <summary className="font-semibold text-link cursor-pointer pointer-coarse:px-0 pointer-coarse:py-3">
        {t('table')}
      </summary>
      {/* Scrolls on a phone. */}
      <section className="mt-2 overflow-x-auto" aria-label={t('table')}>
        <Table
          columns={columns}
          rows={buckets.filter((bucket) => bucket.t < at)}
          rowKey={(bucket) => bucket.t}
          isDense
        />
      </section>
    </details>
  );
}
