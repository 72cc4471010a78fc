import type { Energy, EnergyStep } from '@manoboard/contract/history/energy';
import { zoneOf } from '@manoboard/domain/time-zone';
import { useFormatter, useTranslations } from 'use-intl';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { axisOf } from './summary.ts';
import classes from './usage.module.css';
import type { EnergyFormat, Metric } from './use-energy-format.ts';

export type Bucket = Energy['buckets'][number];

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

/** The buckets of the previous period beside those of this one. Hours are matched by the clock: it changes on some days. */
function bucketsBefore({ buckets, previous, step, from }: Energy, zoneName: string) {
  if (step !== 'hour') return buckets.map((_, i) => previous.buckets[i]);
  const zone = zoneOf(zoneName);
  const clockOf = (t: number, start: number) => zone.wallOf(t * 1000) - zone.wallOf(start * 1000);
  return buckets.map(({ t }) =>
    previous.buckets.find((before) => clockOf(before.t, previous.from) === clockOf(t, from)),
  );
}

interface ChartProps {
  energy: Energy;
  metric: Metric;
  format: EnergyFormat;
  chosen?: Bucket | undefined;
  onChoose?: (bucket: Bucket) => void;
}

/** The buckets of a period as columns, the previous period behind them. For the eyes: a table has the same figures. */
export function BarChart({ energy, metric, format, chosen, onChoose }: ChartProps) {
  const t = useTranslations('energy');
  const { dateTime, number } = useFormatter();
  const zone = useDisplayTimeZone();
  const { buckets, step, at } = energy;
  const known = buckets.flatMap((bucket) => (bucket.t < at ? (bucket[metric] ?? []) : []));
  const ghosts = bucketsBefore(energy, zone).map((before) => before?.[metric] ?? null);
  const { top, ticks } = axisOf(Math.max(0, ...known, ...ghosts.map((ghost) => ghost ?? 0)));
  const average = known.length > 1 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined;
  const every = Math.ceil(buckets.length / 12);
  return (
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
            bucket={bucket}
            metric={metric}
            top={top}
            ghost={ghosts[i] ?? null}
            isPast={bucket.t < at}
            isChosen={bucket === chosen}
            onChoose={() => onChoose?.(bucket)}
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
            className="grow shrink mid-text nowrap"
            key={bucket.t}
            data-now={(bucket.t < at && (buckets[i + 1]?.t ?? energy.to) > at) || undefined}
          >
            {i % every === 0 && dateTime(bucket.t * 1000, AXIS[step])}
          </li>
        ))}
      </ol>
    </div>
  );
}
