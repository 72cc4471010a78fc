import type { CommissioningPoint } from '@manoboard/contract/device/commissioning';
import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { BAR_M, type HeadPoint, measuredHeads } from '@manoboard/domain/pump/measured-heads';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { axisOf, SIZE, WIDTHS } from './plot-geometry.ts';

interface Props {
  title: string;
  card: PumpValues;
  /** Recorded with an open tap. */
  points: readonly CommissioningPoint[];
  size: keyof typeof WIDTHS;
}

/** The closed-valve point of the card, whose flow is 0 without an error. */
const noFlowPoint = ({ no_flow_bar }: PumpValues): HeadPoint[] =>
  no_flow_bar === undefined ? [] : [{ lpm: 0, errorLpm: 0, m: BAR_M * no_flow_bar }];

/** Head over flow at 50 Hz: the curve of the card, and what was measured. Nothing without any of them. */
export function HeadPlot({ title, card, points, size }: Props) {
  const t = useTranslations('commissioning.plot');
  const { number } = useFormatter();
  const titleId = useId();
  const heads = [...noFlowPoint(card), ...measuredHeads(points, card)];
  const curve = card.curve ?? [];
  if (heads.length === 0 && curve.length === 0) return null;
  const heading = (
    <h3 className="font-bold text-md text-ink" id={titleId}>
      {title}
    </h3>
  );
  // The closed-valve point alone is no curve.
  if (heads.length < 2 && curve.length === 0)
    return (
      <figure className="not-first:mt-4" aria-labelledby={titleId}>
        <div className="flex items-baseline justify-between gap-2.5 text-dim text-sm">{heading}</div>
        <figcaption className="flex items-center flex-wrap gap-3 text-dim text-sm [&_span]:inline-flex [&_span]:items-center [&_span]:gap-2">
          {t('noHeads')}
        </figcaption>
      </figure>
    );
  const width = WIDTHS[size];
  const bottom = SIZE.height - SIZE.bottom;
  const flow = axisOf(
    [...heads, ...curve].map(({ lpm }) => lpm),
    SIZE.left,
    width - SIZE.right,
  );
  const head = axisOf(
    [...heads, ...curve].map(({ m }) => m),
    bottom,
    SIZE.top,
  );
  return (
    <figure className="not-first:mt-4" aria-labelledby={titleId}>
      <div className="flex items-baseline justify-between gap-2.5 text-dim text-sm">
        {heading}
        <span>{t('headUnit')}</span>
      </div>
      <svg
        className="block w-full max-w-104 data-[size=wide]:max-w-none"
        data-size={size}
        viewBox={`0 0 ${width} ${SIZE.height}`}
        role="img"
        aria-label={title}
      >
        {head.ticks.map((m) => (
          <g key={m}>
            <path className="stroke-line" d={`M${SIZE.left} ${head.at(m)}H${width - SIZE.right}`} />
            <text className="fill-dim text-xs" x={SIZE.left - 6} y={head.at(m) + 4} textAnchor="end">
              {number(m)}
            </text>
          </g>
        ))}
        {flow.ticks.map((lpm) => (
          <g key={lpm}>
            <path className="stroke-line" d={`M${flow.at(lpm)} ${SIZE.top}V${bottom}`} />
            <text className="fill-dim text-xs" x={flow.at(lpm)} y={bottom + 15} textAnchor="middle">
              {number(lpm)}
            </text>
          </g>
        ))}
        <text className="fill-dim text-xs" x={width - SIZE.right} y={bottom + 29} textAnchor="end">
          {t('flowAxis')}
        </text>
        <polyline
          className="fill-none stroke-dim stroke-[1.25] [stroke-dasharray:3_3]"
          points={curve.map(({ lpm, m }) => `${flow.at(lpm).toFixed(1)},${head.at(m).toFixed(1)}`).join(' ')}
        />
        {heads.map(({ lpm, errorLpm, m }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the points do not move
          <g key={index}>
            <path
              className="stroke-(--c-power) opacity-35"
              d={`M${flow.at(Math.max(0, lpm - errorLpm))} ${head.at(m)}H${flow.at(lpm + errorLpm)}`}
            />
            <circle className="fill-(--c-power)" cx={flow.at(lpm)} cy={head.at(m)} r={3} />
          </g>
        ))}
      </svg>
      <figcaption className="flex items-center flex-wrap gap-3 text-dim text-sm [&_span]:inline-flex [&_span]:items-center [&_span]:gap-2">
        {heads.length > 0 && (
          <span>
            <i className="size-2 rounded-full bg-(--c-power)" />
            {t('heads')}
          </span>
        )}
        {curve.length > 0 && (
          <span>
            <i className="w-4.5 border-t-[1.5px] border-dashed border-dim" />
            {t('maker')}
          </span>
        )}
        {heads.length < 2 && <span>{t('noHeads')}</span>}
      </figcaption>
    </figure>
  );
}
