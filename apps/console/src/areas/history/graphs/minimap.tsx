import { HOUR_S } from '@manoboard/domain/time';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type HistoryRange, useHistory } from '../../../device/history.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import type { Gutters } from './plot-layers.ts';
import { type Lines, linesOf, summaryOf } from './series.ts';
import { timeTicks } from './time-axis.ts';
import { type Bounds, boundsOf, RANGE_S, rangeFrom } from './view.ts';

const POINTS = 240;
const TICKS = 5;
const DATE = { day: 'numeric', month: 'numeric' } as const;
const TICK_FORMATS = {
  time: { hour: '2-digit', minute: '2-digit' },
  day: DATE,
  month: DATE,
  year: { year: 'numeric' },
} as const;
/** The shortest of these that contains the visible range. */
const LENGTHS_S = [RANGE_S.month, RANGE_S.year, 10 * RANGE_S.year];
const HEIGHT = 40;

/** One closed line for each stretch without a gap. */
function pathOf({ x, avg }: Lines, { fromS, toS }: Bounds): string {
  const summary = summaryOf({ x, avg, min: avg, max: avg, stored: x.length }, fromS, toS);
  if (!summary) return '';
  const span = Math.max(1, summary.most - summary.least);
  let isDown = false;
  return x
    .map((atS, index) => {
      const value = avg[index];
      if (typeof value !== 'number') {
        isDown &&= value === undefined;
        return '';
      }
      const step = isDown ? 'L' : 'M';
      isDown = true;
      const left = (100 * (atS - fromS)) / (toS - fromS);
      return `${step}${left.toFixed(2)} ${(HEIGHT - 4 - ((value - summary.least) / span) * (HEIGHT - 8)).toFixed(1)}`;
    })
    .join('');
}

interface Props {
  deviceId: string;
  bounds: Bounds;
  gutters: Gutters;
  onRange: (change: () => HistoryRange) => void;
}

/** Pressure over the shortest length that contains the range; starts at the first value to skip empty years. */
function useMapHistory(deviceId: string, fromS: number, nowS: number) {
  const request = { deviceId, metrics: ['pressure'] as const, points: POINTS };
  const longestS = LENGTHS_S.find((length) => fromS >= nowS - length) ?? RANGE_S.year;
  const { data: whole } = useHistory({ ...request, range: { lastS: longestS } });
  const firstS = Math.floor((whole?.since ?? nowS - longestS) / HOUR_S) * HOUR_S;
  const lastS = Math.min(longestS, Math.max(HOUR_S, nowS - firstS));
  const { data } = useHistory({ ...request, range: { lastS } });
  return { data, lastS };
}

/** The pressure of a longer range, and where the visible one is in it. */
export function Minimap({ deviceId, bounds, gutters, onRange }: Props) {
  const t = useTranslations('graphs');
  const { dateTime, dateTimeRange } = useFormatter();
  const nowS = Math.floor(serverNowS() / HOUR_S) * HOUR_S + HOUR_S;
  const { data, lastS } = useMapHistory(deviceId, bounds.fromS, nowS);
  const all = useMemo(() => boundsOf({ lastS }, nowS), [lastS, nowS]);
  const path = useMemo(() => pathOf(linesOf(data, 'pressure'), all), [data, all]);
  const ticks = useMemo(() => timeTicks(all.fromS, all.toS, TICKS), [all]);
  const percent = (atS: number) =>
    Math.min(100, Math.max(0, (100 * (atS - all.fromS)) / (all.toS - all.fromS)));
  const half = (bounds.toS - bounds.fromS) / 2;
  const [left, right] = [percent(bounds.fromS), percent(bounds.toS)];
  const moment = { day: 'numeric', month: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return (
    <div
      className="relative overflow-hidden rounded-md inset-ring inset-ring-line mt-2.5 h-11.5 bg-[color-mix(in_srgb,var(--c-pressure)_7%,var(--card))] focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-1"
      style={{ marginInline: `${gutters.left}px ${gutters.right}px` }}
    >
      <svg
        className="block w-full h-[calc(100%_-_0.95rem)]"
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          className="fill-none stroke-(--c-pressure) stroke-1 opacity-70 [vector-effect:non-scaling-stroke]"
          d={path}
        />
      </svg>
      {ticks.map(({ atS, name }) => (
        <span
          key={atS}
          className="text-xs text-dim absolute whitespace-nowrap leading-tight bottom-0.5 px-1"
          style={{ left: `${percent(atS)}%`, transform: `translateX(${-percent(atS)}%)` }}
          aria-hidden="true"
        >
          {dateTime(new Date(atS * 1000), TICK_FORMATS[name])}
        </span>
      ))}
      <i
        className="absolute rounded-sm pointer-events-none inset-y-0 bg-accent/22 shadow-[inset_0_0_0_1.5px_var(--accent)]"
        style={{ left: `${left}%`, width: `max(6px, ${right - left}%)` }}
      />
      <input
        type="range"
        className="size-full absolute inset-0 opacity-0 cursor-ew-resize"
        aria-label={t('minimap')}
        aria-valuetext={dateTimeRange(new Date(bounds.fromS * 1000), new Date(bounds.toS * 1000), moment)}
        min={all.fromS}
        max={all.toS}
        step={Math.max(60, Math.round(half / 2))}
        value={Math.round(bounds.fromS + half)}
        onChange={({ currentTarget }) => {
          const middleS = Number(currentTarget.value);
          onRange(() => rangeFrom(middleS - half, middleS + half, serverNowS()));
        }}
      />
    </div>
  );
}
