import type { Energy, EnergyStep } from '@manoboard/contract/history/energy';
import { zoneOf } from '@manoboard/domain/time-zone';
import { useFormatter, useTranslations } from 'use-intl';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { axisOf } from './summary.ts';
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
      className="flex items-center min-w-0 flex-1 relative justify-end h-full flex-col rounded-t-sm data-chosen:bg-inset data-unmeasured:hatched"
      data-chosen={isChosen || undefined}
      data-unmeasured={(isPast && bucket.measured < HATCHED) || undefined}
      onPointerEnter={onChoose}
      onPointerDown={onChoose}
    >
      {ghost !== null && (
        <span
          className="absolute bottom-0 w-[78%] max-w-10.5 border-x border-t border-dashed border-off rounded-t-sm"
          style={{ height: percent(ghost) }}
        />
      )}
      <span
        className="w-[62%] max-w-9 bg-(--c-power) forced-colors:border forced-colors:border-[CanvasText] data-low:bg-(--c-power-low) [&:not([data-low])]:rounded-t-sm"
        style={{ height: percent(value - low) }}
      />
      {low > 0 && (
        <span
          className="w-[62%] max-w-9 bg-(--c-power) forced-colors:border forced-colors:border-[CanvasText] data-low:bg-(--c-power-low) [&:not([data-low])]:rounded-t-sm"
          data-low=""
          style={{ height: percent(low) }}
        />
      )}
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
    <div className="grid grid-cols-[2.6rem_minmax(0,1fr)]" aria-hidden="true">
      <div className="relative h-60 max-sm:h-40">
        {ticks.map((tick) => (
          <span
            className="absolute text-dim text-xs right-2.5 leading-[0]"
            key={tick}
            style={{ bottom: `${(tick / top) * 100}%` }}
          >
            {number(tick, { maximumSignificantDigits: 3 })}
          </span>
        ))}
      </div>
      <ol className="relative h-60 flex gap-0.5 max-sm:h-40">
        {ticks.map((tick) => (
          <li
            key={`line-${tick}`}
            className="absolute border-t border-line pointer-events-none inset-x-0"
            style={{ bottom: `${(tick / top) * 100}%` }}
          />
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
          <li
            className="absolute pointer-events-none inset-x-0 border-t border-dashed border-ink"
            style={{ bottom: `${(average / top) * 100}%` }}
          >
            <span className="absolute px-1 rounded-sm bg-card text-xs font-semibold right-0 bottom-0.5">
              {t('average', { value: format.value(metric, average) })}
            </span>
          </li>
        )}
      </ol>
      <ol className="flex gap-0.5 text-xs text-dim col-start-2 mt-1.5">
        {buckets.map((bucket, i) => (
          <li
            className="min-w-0 flex-1 whitespace-nowrap text-center data-now:text-ink data-now:font-bold"
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
