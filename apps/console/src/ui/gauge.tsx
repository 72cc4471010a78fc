import { useId, useState } from 'react';
import classes from './gauge.module.css';

const CENTRE = 110;
const RADIUS = 86;
const SWEEP = 240;
const LENGTH = (2 * Math.PI * RADIUS * SWEEP) / 360;

const at = (degrees: number, radius: number) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [CENTRE + radius * Math.cos(angle), CENTRE + radius * Math.sin(angle)] as const;
};

function arc(from: number, to: number, radius: number): string {
  const [start, end] = [at(from, radius), at(to, radius)].map((point) =>
    point.map((n) => n.toFixed(2)).join(' '),
  );
  return `M${start}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${end}`;
}

/** Share of the scale below which a jump is not visible. */
const EASED_STEP = 0.03;

/** Animations use the main thread, so values with noise in every frame are not animated. */
function useIsLargeStep(share: number): boolean {
  const [step, setStep] = useState({ share, isLarge: false });
  const isLarge = share === step.share ? step.isLarge : Math.abs(share - step.share) > EASED_STEP;
  if (share !== step.share) setStep({ share, isLarge });
  return isLarge;
}

interface GaugeProps {
  /** `null` is unknown: an empty scale, not 0. */
  value: number | null;
  target: number | undefined;
  /** The end of the scale, which starts at 0. */
  end: number;
  tick: number;
  /** The allowed range of the target. */
  band: { min: number; max: number };
  isStale: boolean;
}

/** A value on a scale with a marker at its target. Hidden from screen readers: the text beside it has the value. */
export function Gauge({ value, target, end, tick, band, isStale }: GaugeProps) {
  const gradient = useId();
  const share = (n: number) => Math.min(1, Math.max(0, n / end));
  const isEased = useIsLargeStep(share(value ?? 0));
  const degrees = (n: number) => -SWEEP / 2 + share(n) * SWEEP;
  const ticks = Array.from({ length: Math.floor(end / tick) + 1 }, (_, i) => i * tick);
  const whole = arc(-SWEEP / 2, SWEEP / 2, RADIUS);
  return (
    <svg className={classes.gauge} viewBox="0 0 220 172" aria-hidden="true" data-stale={isStale}>
      <defs>
        <linearGradient id={gradient} x1="0" x2="1">
          <stop className={classes.low} offset="0" />
          <stop className={classes.high} offset="1" />
        </linearGradient>
      </defs>
      <path className={classes.rail} d={whole} />
      {value !== null && (
        <path
          className={classes.value}
          data-eased={isEased}
          d={whole}
          stroke={`url(#${gradient})`}
          strokeDasharray={`${LENGTH} 1000`}
          strokeDashoffset={LENGTH * (1 - share(value))}
        />
      )}
      <path className={classes.band} d={arc(degrees(band.min), degrees(band.max), RADIUS - 14)} />
      {ticks.map((n) => {
        const [x, y] = at(degrees(n), RADIUS - 25);
        return (
          <text key={n} className={classes.tick} x={x} y={y}>
            {n}
          </text>
        );
      })}
      {target !== undefined && (
        <g className={classes.needle} style={{ transform: `rotate(${degrees(target)}deg)` }}>
          <path
            className={classes.head}
            d="M110 13.5l4.8-8.3a1.2 1.2 0 0 0-1-1.8h-7.6a1.2 1.2 0 0 0-1 1.8z"
          />
          <path className={classes.cut} d="M110 17v14" />
          <path className={classes.line} d="M110 17v14" />
        </g>
      )}
    </svg>
  );
}
