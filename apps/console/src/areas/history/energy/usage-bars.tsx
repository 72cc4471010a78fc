import type { Energy, EnergyStep } from '@manoboard/contract/history/energy';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { BarChart, type Bucket } from './bar-chart.tsx';
import { cardHeadClass } from './energy-classes.ts';
import { UsageTable } from './usage-table.tsx';
import { type EnergyFormat, METRICS, type Metric } from './use-energy-format.ts';

/** The figures of the column under the pointer. */
function Chosen({ bucket, step, format }: { bucket: Bucket; step: EnergyStep; format: EnergyFormat }) {
  const t = useTranslations('energy');
  return (
    <p className="flex flex-wrap text-md text-dim rounded-md bg-inset gap-y-0.5 gap-x-4 px-3 py-2 mt-3">
      <b className="font-semibold text-ink">{format.bucket(step, bucket.t)}</b>
      {METRICS.filter((metric) => bucket[metric] !== null).map((metric) => (
        <span key={metric}>
          {t(`metric.${metric}`)}{' '}
          <b className="font-semibold text-ink tabular-nums tracking-tight">
            {format.withUnit(metric, bucket[metric])}
          </b>
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
      <div className={cardHeadClass}>
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
    <ul className="flex flex-wrap text-sm text-dim gap-y-1 gap-x-4 mt-3 [&_li>span]:static [&_li>span]:w-5.5 [&_li>span]:h-3 [&_li>span]:rounded-sm">
      <li className="flex items-center gap-2">
        <span
          className="w-[62%] max-w-9 bg-(--c-power) forced-colors:border forced-colors:border-[CanvasText] data-low:bg-(--c-power-low)"
          aria-hidden="true"
        />
        {t(hasLow ? 'high' : 'now')}
      </li>
      {hasLow && (
        <li className="flex items-center gap-2">
          <span
            className="w-[62%] max-w-9 bg-(--c-power) forced-colors:border forced-colors:border-[CanvasText] data-low:bg-(--c-power-low)"
            data-low=""
            aria-hidden="true"
          />
          {t('low')}
        </li>
      )}
      <li className="flex items-center gap-2">
        <span
          className="absolute bottom-0 w-[78%] max-w-10.5 border border-dashed border-off rounded-t-sm"
          aria-hidden="true"
        />
        {t('before')}
      </li>
      <li className="flex items-center gap-2">
        <span className="hatched inset-ring inset-ring-line-strong" aria-hidden="true" />
        {t('unmeasured')}
      </li>
    </ul>
  );
}
