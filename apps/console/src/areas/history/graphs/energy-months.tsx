import type { Energy } from '@manoboard/contract/history/energy';
import { DAY_S } from '@manoboard/domain/time';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { wallTimeOf } from '../../../lib/time/wall-time.ts';
import { periodQuery } from '../energy/energy-query.ts';
import classes from './energy-months.module.css';
import graphs from './graphs.module.css';
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
    <div className={`${graphs.row} ${classes.row}`} data-panel={`${t('title')} (kWh)`}>
      <div className={graphs.side}>
        <span className={graphs.name}>
          <i className={classes.colour} aria-hidden="true" />
          {t('title')}
        </span>
        <span className={graphs.now}>{shown ? kwhText(shown.kwh) : '–'}</span>
        <span className={graphs.span}>
          {shown && nameOf(shown)}
          {!shown && t(isError ? 'failed' : isLoading ? 'loading' : 'unknown')}
        </span>
        {shown && <span className={graphs.span}>{t('before', { value: kwhText(shown.before) })}</span>}
      </div>
      <div
        className={classes.plot}
        data-bars
        style={{ marginInline: `${gutters.left}px ${gutters.right}px` }}
      >
        {ticks.map((tick) => (
          <span
            key={tick}
            className={classes.tick}
            data-bar="tick"
            style={{ bottom: percent(tick) }}
            aria-hidden="true"
          >
            <span style={{ right: '100%' }}>{number(tick)}</span>
          </span>
        ))}
        <ul aria-label={t('title')} onPointerLeave={() => setChosenS(undefined)}>
          {months.map((month) => (
            <li
              key={month.fromS}
              style={sideways(month, bounds)}
              data-unknown={month.kwh === null ? (isBefore(month) ? 'before' : 'gap') : undefined}
              onPointerEnter={() => setChosenS(month.fromS)}
              onPointerDown={() => setChosenS(month.fromS)}
            >
              {month.before !== null && (
                <span
                  className={classes.before}
                  data-bar="before"
                  style={{ height: percent(month.before) }}
                />
              )}
              {month.kwh !== null && (
                <span className={classes.bar} data-bar="now" style={{ height: percent(month.kwh) }} />
              )}
              <span className="vh">
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
