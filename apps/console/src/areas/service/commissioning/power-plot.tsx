import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import {
  BAND,
  bandPolygon,
  cubicLine,
  type Dot,
  type fitOf,
  SIZE,
  scalesOf,
  TICKS_HZ,
  WIDTHS,
} from './plot-geometry.ts';

type Scales = ReturnType<typeof scalesOf>;

const BOTTOM = SIZE.height - SIZE.bottom;

interface Props {
  title: string;
  dots: readonly Dot[];
  /** Points of the open tap. */
  others?: readonly Dot[];
  /** Closed-valve power at 50 Hz by the card, in kW. */
  expected?: number | undefined;
  fit?: ReturnType<typeof fitOf>;
  /** The newest point is ringed and named. */
  isLive?: boolean;
  size?: keyof typeof WIDTHS;
}

/** Grid lines with their numbers. */
function Axes({ width, scales: { x, y, ticksKw, stepKw } }: { width: number; scales: Scales }) {
  const t = useTranslations('commissioning.plot');
  const { number } = useFormatter();
  return (
    <>
      {ticksKw.map((kw) => (
        <g key={kw}>
          <path className="stroke-line" d={`M${SIZE.left} ${y(kw)}H${width - SIZE.right}`} />
          <text className="fill-dim text-xs" x={SIZE.left - 6} y={y(kw) + 4} textAnchor="end">
            {number(kw, { maximumFractionDigits: stepKw < 0.1 ? 2 : 1 })}
          </text>
        </g>
      ))}
      {TICKS_HZ.map((hz) => (
        <g key={hz}>
          <path className="stroke-line" d={`M${x(hz)} ${SIZE.top}V${BOTTOM}`} />
          <text className="fill-dim text-xs" x={x(hz)} y={BOTTOM + 15} textAnchor="middle">
            {hz}
          </text>
        </g>
      ))}
      <text className="fill-dim text-xs" x={width - SIZE.right} y={BOTTOM + 29} textAnchor="end">
        {t('axis')}
      </text>
    </>
  );
}

/** Power against frequency. Curves end at the measured speeds; the expected band needs a number of the card. */
export function PowerPlot({
  title,
  dots,
  others = [],
  expected,
  fit,
  isLive = false,
  size = 'narrow',
}: Props) {
  const t = useTranslations('commissioning.plot');
  const { number } = useFormatter();
  const titleId = useId();
  const highest = Math.max(
    0.1,
    ...dots.map(({ kw }) => kw),
    ...others.map(({ kw }) => kw),
    expected === undefined ? 0 : expected * 0.73 * (1 + BAND),
  );
  const width = WIDTHS[size];
  const scales = scalesOf(highest, width);
  const { x, y } = scales;
  const last = isLive ? dots.at(-1) : undefined;
  return (
    <figure className="not-first:mt-4" aria-labelledby={titleId}>
      <div className="flex items-baseline justify-between gap-2.5 text-dim text-sm">
        <h3 className="font-bold text-md text-ink" id={titleId}>
          {title}
        </h3>
        <span className="tabular-nums tracking-tight">{t('points', { n: dots.length + others.length })}</span>
      </div>
      <svg
        className="block w-full max-w-104 data-[size=wide]:max-w-none"
        data-size={size}
        viewBox={`0 0 ${width} ${SIZE.height}`}
        role="img"
        aria-label={title}
      >
        <Axes width={width} scales={scales} />
        {expected !== undefined && (
          <>
            <polygon className="fill-(--c-power) opacity-13" points={bandPolygon(scales, expected)} />
            <polyline
              className="fill-none stroke-dim stroke-[1.25] [stroke-dasharray:3_3]"
              points={cubicLine(scales, expected, 20, 45)}
            />
          </>
        )}
        {fit && (
          <polyline
            className="fill-none stroke-(--c-power) stroke-[1.6]"
            points={cubicLine(scales, fit.kw, fit.lowHz, fit.highHz)}
          />
        )}
        {dots.map(({ hz, kw }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points are only appended
          <circle key={index} className="fill-(--c-power)" cx={x(hz)} cy={y(kw)} r={3} />
        ))}
        {others.map(({ hz, kw }, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: points are only appended
            key={index}
            className="fill-card stroke-(--c-power) stroke-[1.5]"
            cx={x(hz)}
            cy={y(kw)}
            r={3}
          />
        ))}
        {last && (
          <>
            <circle
              className="fill-card stroke-(--c-power) stroke-3"
              cx={x(last.hz)}
              cy={y(last.kw)}
              r={6.5}
            />
            <text
              className="text-xs font-semibold fill-ink"
              x={x(last.hz) - 12}
              y={y(last.kw) - 9}
              textAnchor="end"
            >
              {t('now', {
                kw: number(last.kw, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
              })}
            </text>
          </>
        )}
      </svg>
      <figcaption className="flex items-center flex-wrap gap-3 text-dim text-sm [&_span]:inline-flex [&_span]:items-center [&_span]:gap-2">
        {dots.length === 0 && <span>{t('none')}</span>}
        {dots.length > 0 && (
          <span>
            <i className="size-2 rounded-full bg-(--c-power)" />
            {t('measured')}
          </span>
        )}
        {fit && (
          <span>
            <i className="w-4.5 border-t-2 border-(--c-power)" />
            {t('fit')}
          </span>
        )}
        {expected !== undefined && (
          <span>
            <i className="w-4.5 h-3 border-b-[1.5px] border-dashed border-dim bg-(--c-power)/13" />
            {t('expected')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
