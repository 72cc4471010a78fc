import { useId, useState } from 'react';

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
    <svg
      className="group/gauge block w-full [&_path]:fill-none"
      viewBox="0 0 220 172"
      aria-hidden="true"
      data-stale={isStale}
    >
      <defs>
        <linearGradient id={gradient} x1="0" x2="1">
          <stop
            className="[stop-color:var(--accent-400)] group-data-[stale=true]/gauge:[stop-color:var(--off)]"
            offset="0"
          />
          <stop
            className="[stop-color:var(--accent-600)] group-data-[stale=true]/gauge:[stop-color:var(--off)]"
            offset="1"
          />
        </linearGradient>
      </defs>
      <path className="[stroke-linecap:round] stroke-15 stroke-faint [stroke-opacity:0.55]" d={whole} />
      {value !== null && (
        <path
          className="[stroke-linecap:round] stroke-15 data-[eased=true]:[transition:stroke-dashoffset_0.6s_cubic-bezier(0.2,0.8,0.2,1)]"
          data-eased={isEased}
          d={whole}
          stroke={`url(#${gradient})`}
          strokeDasharray={`${LENGTH} 1000`}
          strokeDashoffset={LENGTH * (1 - share(value))}
        />
      )}
      <path
        className="stroke-accent [stroke-linecap:round] [stroke-opacity:0.45] stroke-[2.5]"
        d={arc(degrees(band.min), degrees(band.max), RADIUS - 14)}
      />
      {ticks.map((n) => {
        const [x, y] = at(degrees(n), RADIUS - 25);
        return (
          <text
            key={n}
            className="text-xs font-regular fill-dim [dominant-baseline:central] [text-anchor:middle] max-sm:text-sm max-sm:[&:is(:first-of-type,_:last-of-type)]:hidden"
            x={x}
            y={y}
          >
            {n}
          </text>
        );
      })}
      {target !== undefined && (
        <g
          className="origin-[110px_110px] [transition:transform_0.35s_cubic-bezier(0.2,0.8,0.2,1)]"
          style={{ transform: `rotate(${degrees(target)}deg)` }}
        >
          <path className="fill-ink!" d="M110 13.5l4.8-8.3a1.2 1.2 0 0 0-1-1.8h-7.6a1.2 1.2 0 0 0-1 1.8z" />
          <path className="[stroke-linecap:round] stroke-card stroke-[4.5]" d="M110 17v14" />
          <path className="[stroke-linecap:round] stroke-ink stroke-2" d="M110 17v14" />
        </g>
      )}
    </svg>
  );
}
