import type { Energy, EnergyStep } from '@manoboard/contract/history/energy';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { BarChart, type Bucket } from './bar-chart.tsx';
import classes from './energy.module.css';
import usage from './usage.module.css';
import { UsageTable } from './usage-table.tsx';
import { type EnergyFormat, METRICS, type Metric } from './use-energy-format.ts';

/** The figures of the column under the pointer. */
function Chosen({ bucket, step, format }: { bucket: Bucket; step: EnergyStep; format: EnergyFormat }) {
  const t = useTranslations('energy');
  return (
    <p className={usage.chosen}>
      <b className="ink bold">{format.bucket(step, bucket.t)}</b>
      {METRICS.filter((metric) => bucket[metric] !== null).map((metric) => (
        <span key={metric}>
          {t(`metric.${metric}`)} <b className="num ink bold">{format.withUnit(metric, bucket[metric])}</b>
        </span>
      ))}
      {bucket.measured < 0.99 && <span>{t('measuredPart', { share: format.percent(bucket.measured) })}</span>}
    </p>
  );
}

/** The buckets of the period as bars; the table below has the same figures in words. */
export function UsageBars({ energy, format }: { energy: Energy; format: EnergyFormat }) {
  const t = useTranslations('energy');
  const [metric, setMetric] = useState<Metric>('kwh');
  const [chosenT, setChosenT] = useState<number>();
  const { buckets, step, settings, at } = energy;
  const past = buckets.filter((bucket) => bucket.t < at);
  const chosen = buckets.find(({ t: start }) => start === chosenT) ?? past.at(-1) ?? buckets[0];
  const shown = METRICS.filter((name) => name !== 'cost' || settings.price !== null);
  return (
    <Card aria-labelledby="energy-buckets">
      <div className={classes.cardHead}>
        <h3 id="energy-buckets">{t(`by.${step}`)}</h3>
        <Segmented
          label={t('metricChoice')}
          value={metric}
          options={shown.map((value) => ({ value, label: t(`short.${value}`) }))}
          isDisabled={false}
          onChange={setMetric}
        />
      </div>
      <BarChart
        energy={energy}
        metric={metric}
        format={format}
        chosen={chosen}
        onChoose={({ t: start }) => setChosenT(start)}
      />
      {chosen && <Chosen bucket={chosen} step={step} format={format} />}
      <Legend hasLow={metric === 'kwh' && settings.low_price !== null} />
      <UsageTable energy={energy} format={format} />
    </Card>
  );
}

function Legend({ hasLow }: { hasLow: boolean }) {
  const t = useTranslations('energy.legend');
  return (
    <ul className={usage.legend}>
      <li>
        <span className={usage.part} aria-hidden="true" />
        {t(hasLow ? 'high' : 'now')}
      </li>
      {hasLow && (
        <li>
          <span className={usage.part} data-low="" aria-hidden="true" />
          {t('low')}
        </li>
      )}
      <li>
        <span className={usage.ghost} aria-hidden="true" />
        {t('before')}
      </li>
      <li>
        <span className={usage.hatch} aria-hidden="true" />
        {t('unmeasured')}
      </li>
    </ul>
  );
}
