import type { Energy, EnergyStep } from '@manoboard/contract/nouns/energy';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import classes from './energy.module.css';
import { axisOf } from './summary.ts';
import { UsageTable } from './usage-table.tsx';
import { type EnergyFormat, METRICS, type Metric } from './use-energy-format.ts';

type Bucket = Energy['buckets'][number];

/** Less than this share of the elapsed time was measured: the column is hatched. */
const HATCHED = 0.5;

const AXIS = {
  hour: { hour: 'numeric' },
  day: { day: 'numeric' },
  week: { day: 'numeric', month: 'numeric' },
  month: { month: 'short' },
} as const satisfies Record<EnergyStep, Intl.DateTimeFormatOptions>;

interface ColumnProps {
  bucket: Bucket;
  ghost: number | null;
  metric: Metric;
  top: number;
  isPast: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

/** The low rate below, the high one above, the previous period as an outline. */
function Column({ bucket, ghost, metric, top, isPast, isChosen, onChoose }: ColumnProps) {
  const value = bucket[metric] ?? 0;
  const low = metric === 'kwh' ? (bucket.low_kwh ?? 0) : 0;
  const percent = (of: number) => `${(of / top) * 100}%`;
  return (
    <li
      className={classes.column}
      data-chosen={isChosen || undefined}
      data-unmeasured={(isPast && bucket.measured < HATCHED) || undefined}
      onPointerEnter={onChoose}
      onPointerDown={onChoose}
    >
      {ghost !== null && <span className={classes.ghost} style={{ height: percent(ghost) }} />}
      <span className={classes.part} style={{ height: percent(value - low) }} />
      {low > 0 && <span className={classes.part} data-low="" style={{ height: percent(low) }} />}
    </li>
  );
}

/** The figures of the column under the pointer. */
function Chosen({ bucket, step, format }: { bucket: Bucket; step: EnergyStep; format: EnergyFormat }) {
  const t = useTranslations('energy');
  return (
    <p className={classes.chosen}>
      <b>{format.bucket(step, bucket.t)}</b>
      {METRICS.filter((metric) => bucket[metric] !== null).map((metric) => (
        <span key={metric}>
          {t(`metric.${metric}`)} <b className="num">{format.withUnit(metric, bucket[metric])}</b>
        </span>
      ))}
      {bucket.measured < 0.99 && <span>{t('measuredPart', { share: format.percent(bucket.measured) })}</span>}
    </p>
  );
}

/** The buckets of the period as bars; the table below has the same figures in words. */
export function UsageBars({ energy, format }: { energy: Energy; format: EnergyFormat }) {
  const t = useTranslations('energy');
  const { dateTime, number } = useFormatter();
  const [metric, setMetric] = useState<Metric>('kwh');
  const [chosenT, setChosenT] = useState<number>();
  const { buckets, previous, step, settings, at } = energy;
  const past = buckets.filter((bucket) => bucket.t < at);
  const known = past.flatMap((bucket) => bucket[metric] ?? []);
  const ghosts = buckets.map((_, i) => previous.buckets[i]?.[metric] ?? null);
  const { top, ticks } = axisOf(Math.max(0, ...known, ...ghosts.map((ghost) => ghost ?? 0)));
  const average = known.length > 1 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined;
  const chosen = buckets.find(({ t: start }) => start === chosenT) ?? past.at(-1) ?? buckets[0];
  const shown = METRICS.filter((name) => name !== 'cost' || settings.price !== null);
  const every = Math.ceil(buckets.length / 12);
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
      <div className={classes.chart} aria-hidden="true">
        <div className={classes.ticks}>
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {number(tick, { maximumSignificantDigits: 3 })}
            </span>
          ))}
        </div>
        <ol className={classes.columns}>
          {ticks.map((tick) => (
            <li key={`line-${tick}`} className={classes.grid} style={{ bottom: `${(tick / top) * 100}%` }} />
          ))}
          {buckets.map((bucket, i) => (
            <Column
              key={bucket.t}
              {...{ bucket, metric, top }}
              ghost={ghosts[i] ?? null}
              isPast={bucket.t < at}
              isChosen={bucket === chosen}
              onChoose={() => setChosenT(bucket.t)}
            />
          ))}
          {average !== undefined && (
            <li className={classes.average} style={{ bottom: `${(average / top) * 100}%` }}>
              <span>{t('average', { value: format.value(metric, average) })}</span>
            </li>
          )}
        </ol>
        <ol className={classes.names}>
          {buckets.map((bucket, i) => (
            <li
              key={bucket.t}
              data-now={(bucket.t < at && (buckets[i + 1]?.t ?? energy.to) > at) || undefined}
            >
              {i % every === 0 && dateTime(bucket.t * 1000, AXIS[step])}
            </li>
          ))}
        </ol>
      </div>
      {chosen && <Chosen bucket={chosen} step={step} format={format} />}
      <Legend hasLow={metric === 'kwh' && settings.low_price !== null} />
      <UsageTable energy={energy} format={format} />
    </Card>
  );
}

function Legend({ hasLow }: { hasLow: boolean }) {
  const t = useTranslations('energy.legend');
  return (
    <ul className={classes.legend}>
      <li>
        <span className={classes.part} aria-hidden="true" />
        {t(hasLow ? 'high' : 'now')}
      </li>
      {hasLow && (
        <li>
          <span className={classes.part} data-low="" aria-hidden="true" />
          {t('low')}
        </li>
      )}
      <li>
        <span className={classes.ghost} aria-hidden="true" />
        {t('before')}
      </li>
      <li>
        <span className={classes.hatch} aria-hidden="true" />
        {t('unmeasured')}
      </li>
    </ul>
  );
}
