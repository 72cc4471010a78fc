import type { Energy } from '@manoboard/contract/history/energy';
import { useTranslations } from 'use-intl';
import classes from './usage.module.css';
import { type EnergyFormat, METRICS } from './use-energy-format.ts';

/** The figures of the bars in words: for screen readers, the keyboard and everyone who wants numbers. */
export function UsageTable({ energy, format }: { energy: Energy; format: EnergyFormat }) {
  const t = useTranslations('energy');
  const { buckets, step, at } = energy;
  return (
    <details className={classes.table}>
      <summary className="anchor bold pointer">{t('table')}</summary>
      {/* Scrolls on a phone. */}
      <section className={classes.scroll} aria-label={t('table')}>
        <table className="full collapsed">
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              {METRICS.map((metric) => (
                <th key={metric} scope="col">
                  {t(`metric.${metric}`)}
                </th>
              ))}
              <th scope="col">{t('pressure')}</th>
              <th scope="col">{t('measured')}</th>
            </tr>
          </thead>
          <tbody>
            {buckets
              .filter((bucket) => bucket.t < at)
              .map((bucket) => (
                <tr key={bucket.t}>
                  <th scope="row">{format.bucket(step, bucket.t)}</th>
                  {METRICS.map((metric) => (
                    <td key={metric} className="num">
                      {format.withUnit(metric, bucket[metric])}
                    </td>
                  ))}
                  <td className="num">{format.fixed(bucket.bar, 2)}</td>
                  <td className="num">{format.percent(bucket.measured)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
