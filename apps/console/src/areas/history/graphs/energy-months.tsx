import type { Energy } from '@manoboard/contract/history/energy';
import { DAY_S } from '@manoboard/domain/time';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { wallTimeOf } from '../../../lib/time/wall-time.ts';
import { periodQuery } from '../energy/energy-query.ts';
import type { Gutters } from './plot-layers.ts';
import { valueScale } from './value-scale.ts';
import type { Bounds } from './view.ts';

/** Fewer days have too few months, more days too many. */
const SHOWN_S = { least: 180 * DAY_S, most: 500 * DAY_S };
export const hasMonths = ({ fromS, toS }: Bounds) =>
  toS - fromS >= SHOWN_S.least && toS - fromS <= SHOWN_S.most;

interface Month {
  fromS: number;
  toS: number;
  /** Null is unknown, never 0. */
  kwh: number | null;
  /** A year earlier. */
  before: number | null;
}

/** Months that have begun; the last one is counted until the figures were read. */
const monthsOf = ({ buckets, previous, to, at }: Energy): Month[] =>
  buckets.flatMap(({ t, kwh }, i) =>
    t < at ? [{ fromS: t, toS: buckets[i + 1]?.t ?? to, kwh, before: previous.buckets[i]?.kwh ?? null }] : [],
  );

function useMonths(deviceId: string, { fromS, toS }: Bounds) {
  const zone = useDisplayTimeZone();
  const [first, last] = [wallTimeOf(fromS).year, wallTimeOf(toS).year];
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const answers = useQueries({
    queries: years.map((year) => periodQuery(deviceId, { period: 'year', date: `${year}-01-01` }, zone)),
  });
  return {
    isError: answers.some(({ isError, data }) => isError && !data),
    isLoading: answers.some(({ isPending }) => isPending),
    months: answers
      .flatMap(({ data }) => (data ? monthsOf(data) : []))
      .filter((month) => month.toS > fromS && month.fromS < toS),
  };
}

interface Props {
  deviceId: string;
  /** The first value of the device; earlier months have no data yet. */
  sinceS: number | null;
  bounds: Bounds;
  gutters: Gutters;
}

/** The energy of each month on the axis of the graphs, the year before as outlines. */
export function EnergyMonths({ deviceId, sinceS, bounds, gutters }: Props) {
  const t = useTranslations('graphs.energy');
  const { number, dateTime } = useFormatter();
  const { months, isError, isLoading } = useMonths(deviceId, bounds);
  const [chosenS, setChosenS] = useState<number>();
  const kwhText = (kwh: number | null) =>
    kwh === null ? t('unknown') : `${number(kwh, { maximumFractionDigits: 1 })} kWh`;
  const nameOf = ({ fromS }: Month) => dateTime(fromS * 1000, { month: 'long', year: 'numeric' });
  const known = months.flatMap(({ kwh, before }) => [kwh, before].filter((value) => value !== null));
  const most = known.length > 0 ? Math.max(...known) : undefined;
  const { range, ticks } = valueScale({ least: 0, most, fromZero: true, leastSpan: 1, intervals: 3 });
  const percent = (kwh: number) => `${(100 * kwh) / range[1]}%`;
  const isBefore = ({ toS }: Month) => sinceS !== null && toS <= sinceS;
  const shown = months.find(({ fromS }) => fromS === chosenS) ?? months.at(-1);
  return (
    <div
      className="group/row border-t border-line grid grid-cols-[11.25rem_minmax(0,1fr)] not-first:border-t not-first:border-line group-data-compact/sheet:grid-cols-1"
      data-panel={`${t('title')} (kWh)`}
    >
      <div className="flex min-w-0 justify-center py-1 pl-5 flex-col group-data-compact/sheet:gap-y-0 group-data-compact/sheet:gap-x-2.5 group-data-compact/sheet:px-4 group-data-compact/sheet:pt-2.5 group-data-compact/sheet:pb-0 group-data-compact/sheet:flex-row group-data-compact/sheet:flex-wrap group-data-compact/sheet:items-baseline group-data-compact/sheet:justify-start">
        <span className="flex items-center gap-2 text-xs font-medium text-dim whitespace-nowrap group-data-compact/sheet:self-center">
          <i className="flex-none rounded-sm w-3.5 h-1 bg-(--c-power)" aria-hidden="true" />
          {t('title')}
        </span>
        <span className="font-bold whitespace-nowrap text-xl tabular-nums tracking-tight leading-tight [&_small]:text-dim [&_small]:font-regular [&_small]:tracking-normal [&_small]:text-unit group-data-[size=large]/row:text-title group-data-compact/sheet:text-lg! group-data-compact/sheet:ml-auto!">
          {shown ? kwhText(shown.kwh) : '–'}
        </span>
        <span className="text-dim text-xs tabular-nums whitespace-nowrap leading-tight">
          {shown && nameOf(shown)}
          {!shown && t(isError ? 'failed' : isLoading ? 'loading' : 'unknown')}
        </span>
        {shown && (
          <span className="text-dim text-xs tabular-nums whitespace-nowrap leading-tight">
            {t('before', { value: kwhText(shown.before) })}
          </span>
        )}
      </div>
      <div
        className="relative h-32 my-3.5"
        data-bars
        style={{ marginInline: `${gutters.left}px ${gutters.right}px` }}
      >
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute border-t border-line inset-x-0"
            data-bar="tick"
            style={{ bottom: percent(tick) }}
            aria-hidden="true"
          >
            <span
              className="absolute text-dim text-xs tabular-nums pr-2 leading-[0]"
              style={{ right: '100%' }}
            >
              {number(tick)}
            </span>
          </span>
        ))}
        <ul className="absolute inset-0" aria-label={t('title')} onPointerLeave={() => setChosenS(undefined)}>
          {months.map((month) => (
            <li
              className="absolute flex justify-center inset-y-0 items-end hover:bg-inset data-[unknown=before]:bg-inset data-[unknown=gap]:hatched"
              key={month.fromS}
              style={sideways(month, bounds)}
              data-unknown={month.kwh === null ? (isBefore(month) ? 'before' : 'gap') : undefined}
              onPointerEnter={() => setChosenS(month.fromS)}
              onPointerDown={() => setChosenS(month.fromS)}
            >
              {month.before !== null && (
                <span
                  className="absolute bottom-0 w-[62%] max-w-11 border-x border-t border-dashed border-off rounded-t-sm"
                  data-bar="before"
                  style={{ height: percent(month.before) }}
                />
              )}
              {month.kwh !== null && (
                <span
                  className="relative w-[46%] max-w-8 rounded-t-sm bg-(--c-power) forced-colors:border forced-colors:border-[CanvasText]"
                  data-bar="now"
                  style={{ height: percent(month.kwh) }}
                />
              )}
              <span className="sr-only">
                {`${nameOf(month)}: ${kwhText(month.kwh)}, ${t('before', { value: kwhText(month.before) })}`}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The visible part of a month. */
function sideways({ fromS, toS }: Month, bounds: Bounds) {
  const lengthS = bounds.toS - bounds.fromS;
  const left = Math.max(0, (fromS - bounds.fromS) / lengthS);
  const right = Math.min(1, (toS - bounds.fromS) / lengthS);
  return { left: `${left * 100}%`, width: `${(right - left) * 100}%` };
}
