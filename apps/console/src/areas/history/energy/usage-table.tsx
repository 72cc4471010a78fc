import type { Energy } from '@manoboard/contract/history/energy';
import { useTranslations } from 'use-intl';
import { type EnergyFormat, METRICS } from './use-energy-format.ts';

/** The figures of the bars in words: for screen readers, the keyboard and everyone who wants numbers. */
export function UsageTable({ energy, format }: { energy: Energy; format: EnergyFormat }) {
  const t = useTranslations('energy');
  const { buckets, step, at } = energy;
  return (
    <details className="text-md mt-3.25 [&_thead_th]:text-dim">
      <summary className="font-semibold text-link cursor-pointer pointer-coarse:px-0 pointer-coarse:py-3.25">
        {t('table')}
      </summary>
      {/* Scrolls on a phone. */}
      <section className="mt-2 overflow-x-auto" aria-label={t('table')}>
        <table className="w-full">
          <thead>
            <tr>
              <th
                className="py-1.25 pr-2.5 border-b border-line font-regular text-right whitespace-nowrap first:text-left"
                scope="col"
              >
                {t('time')}
              </th>
              {METRICS.map((metric) => (
                <th
                  className="py-1.25 pr-2.5 border-b border-line font-regular text-right whitespace-nowrap first:text-left"
                  key={metric}
                  scope="col"
                >
                  {t(`metric.${metric}`)}
                </th>
              ))}
              <th
                className="py-1.25 pr-2.5 border-b border-line font-regular text-right whitespace-nowrap first:text-left"
                scope="col"
              >
                {t('pressure')}
              </th>
              <th
                className="py-1.25 pr-2.5 border-b border-line font-regular text-right whitespace-nowrap first:text-left"
                scope="col"
              >
                {t('measured')}
              </th>
            </tr>
          </thead>
          <tbody>
            {buckets
              .filter((bucket) => bucket.t < at)
              .map((bucket) => (
                <tr key={bucket.t}>
                  <th
                    className="py-1.25 pr-2.5 border-b border-line font-regular text-right whitespace-nowrap first:text-left"
                    scope="row"
                  >
                    {format.bucket(step, bucket.t)}
                  </th>
                  {METRICS.map((metric) => (
                    <td
                      key={metric}
                      className="tabular-nums tracking-tight py-1.25 pr-2.5 border-b border-line font-regular text-right whitespace-nowrap"
                    >
                      {format.withUnit(metric, bucket[metric])}
                    </td>
                  ))}
                  <td className="tabular-nums tracking-tight py-1.25 pr-2.5 border-b border-line font-regular text-right whitespace-nowrap">
                    {format.fixed(bucket.bar, 2)}
                  </td>
                  <td className="tabular-nums tracking-tight py-1.25 pr-2.5 border-b border-line font-regular text-right whitespace-nowrap">
                    {format.percent(bucket.measured)}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
