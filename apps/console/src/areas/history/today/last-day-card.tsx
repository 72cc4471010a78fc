import type { History } from '@manoboard/contract/history/history';
import { pressureFromWire } from '@manoboard/domain/pump/pressure-codec';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { usePressureSettings } from '../../../device/device-config.ts';
import { isNotOffered } from '../../../lib/http/use-problem-text.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { Card } from '../../../ui/card.tsx';
import { useAlertMarks } from '../graphs/marks.ts';
import { useLastDay } from './last-day.ts';

const DAY_S = 86_400;
const RANGE = { lastS: DAY_S } as const;
/** Of the drawing; it stretches to the width of the card. */
const WIDTH = 480;
const PRESSURE = { top: 8, bottom: 104 };
const FLOW = { top: 118, bottom: 168 };
const HEIGHT = 172;
/** A line continues over buckets without a frame of a resting pump. */
const CARRIED = 12;

type Values = readonly (number | null | undefined)[];

/** One path of the known values; a longer gap interrupts it. */
function pathOf(values: Values, x: (at: number) => number, y: (value: number) => number) {
  let last = Number.NEGATIVE_INFINITY;
  return values
    .map((value, at) => {
      if (value == null) return '';
      const command = at - last > CARRIED ? 'M' : 'L';
      last = at;
      return `${command}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

interface Props {
  deviceId: string;
  /** Link to the graphs. */
  link: (text: string) => ReactNode;
}

/** R4.13: pressure and flow of the last 24 hours with what happened; the graphs have all else. */
export function LastDayCard({ deviceId, link }: Props) {
  const t = useTranslations('today');
  const headingId = useId();
  const { data, error, isPending } = useLastDay(deviceId);
  if (isNotOffered(error)) return null;
  const hasFlow = data?.series.flow?.avg.some((value) => value !== null) === true;
  return (
    <Card aria-labelledby={headingId}>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <h2 className="flex-1 text-lg font-semibold tracking-tight whitespace-nowrap" id={headingId}>
          {t('lastDay')}
        </h2>
        <Key colour="var(--c-pressure)">{t('pressure')}</Key>
        {hasFlow && <Key colour="var(--c-flow)">{t('flow')}</Key>}
        {link(t('graphs'))}
      </div>
      <div className="min-h-56">
        {data ? (
          <Drawing deviceId={deviceId} history={data} hasFlow={hasFlow} />
        ) : (
          <p className="py-20 text-center text-md text-dim" role="status">
            {t(isPending ? 'loading' : 'failed')}
          </p>
        )}
      </div>
    </Card>
  );
}

const Key = ({ colour, children }: { colour: string; children: ReactNode }) => (
  <span className="flex items-center gap-1.5 text-dim">
    <span className="h-1 w-3.5 rounded-full" style={{ background: colour }} />
    {children}
  </span>
);

function Drawing({ deviceId, history, hasFlow }: { deviceId: string; history: History; hasFlow: boolean }) {
  const t = useTranslations('today');
  const { dateTime, number } = useFormatter();
  const mode = usePressureSettings(deviceId)?.mode;
  const alerts = useAlertMarks(deviceId, RANGE);
  const { t: starts, series } = history;
  const pressure = series.pressure?.avg ?? [];
  const required = (series.required_pressure?.avg ?? []).map((wire) =>
    wire == null || mode === undefined ? null : pressureFromWire(wire, mode),
  );
  const known = pressure.filter((value) => value !== null);
  // A sensor at rest may measure a little less than nothing.
  const barText = (bar: number) =>
    number(Math.max(0, bar), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (known.length === 0) return <p className="py-20 text-center text-md text-dim">{t('none')}</p>;
  const highestBar = Math.max(1, ...known, ...required.map((value) => value ?? 0));
  const toS = serverNowS();
  const place = (atS: number) => (WIDTH * (atS - (toS - DAY_S))) / DAY_S;
  const x = (at: number) => place(starts[at] ?? toS);
  const scale =
    ({ top, bottom }: typeof FLOW, most: number) =>
    (value: number) =>
      bottom - ((bottom - top) * Math.max(0, value)) / most;
  const y = scale(PRESSURE, 1.1 * highestBar);
  const flow = series.flow?.avg ?? [];
  const mostLpm = Math.max(1, ...flow.map((value) => value ?? 0));
  const hours = [6, 12, 18].map((ago) => toS - ago * 3600);
  const height = hasFlow ? HEIGHT : FLOW.top;
  return (
    <>
      <div className="flex justify-between text-xs text-dim tabular-nums">
        <span>{t('highest', { bar: barText(Math.max(...known)) })}</span>
        <span>{t('lowest', { bar: barText(Math.min(...known)) })}</span>
      </div>
      <svg
        className="block h-56 w-full max-sm:h-44"
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('drawing', {
          low: barText(Math.min(...known)),
          high: barText(Math.max(...known)),
        })}
      >
        {hours.map((atS) => (
          <path key={atS} className="stroke-line" d={`M${place(atS)} 0V${height}`} />
        ))}
        {alerts?.items.map(({ id, timestamp }) => (
          <path
            key={id}
            className="stroke-stop [stroke-dasharray:2_3] [vector-effect:non-scaling-stroke]"
            d={`M${place(timestamp)} 0V${PRESSURE.bottom}`}
          />
        ))}
        <path
          className="fill-none stroke-dim [stroke-dasharray:4_3] [vector-effect:non-scaling-stroke]"
          d={pathOf(required, x, y)}
        />
        <path
          className="fill-none stroke-(--c-pressure) stroke-[1.6] [vector-effect:non-scaling-stroke]"
          d={pathOf(pressure, x, y)}
        />
        {hasFlow && (
          <path
            className="fill-none stroke-(--c-flow) stroke-[1.4] [vector-effect:non-scaling-stroke]"
            d={pathOf(flow, x, scale(FLOW, mostLpm))}
          />
        )}
      </svg>
      <div className="relative h-4.5 text-xs text-dim" aria-hidden="true">
        {hours.map((atS) => (
          <span
            key={atS}
            className="absolute -translate-x-1/2 tabular-nums"
            style={{ left: `${(100 * place(atS)) / WIDTH}%` }}
          >
            {dateTime(atS * 1000, { timeStyle: 'short' })}
          </span>
        ))}
      </div>
    </>
  );
}
