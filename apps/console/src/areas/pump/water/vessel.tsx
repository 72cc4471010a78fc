import { useId } from 'react';

interface Props {
  /** Of the height up to the required pressure, 1 at it; `undefined` is unknown. */
  level: number | undefined;
  isFlowing: boolean;
}

const WIDTH = 96;
const HEIGHT = 128;
/** The place of the required pressure. */
const FULL = 24;
const FLOOR = HEIGHT - 6;

/** R9.1: a vessel that is full at the required pressure, its mark. Hidden from screen readers: a number stands in it. */
export function Vessel({ level, isFlowing }: Props) {
  const id = useId();
  const top = FLOOR - Math.min(1.15, Math.max(0, level ?? 0)) * (FLOOR - FULL);
  return (
    <svg
      className="block h-full w-full overflow-hidden rounded-[1.9rem] border-2 border-line-strong bg-card"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V8" className="stroke-line-strong stroke-2" />
        </pattern>
      </defs>
      {level === undefined ? (
        <path d={`M0 0H${WIDTH}V${HEIGHT}H0Z`} fill={`url(#${id})`} />
      ) : (
        <g className="motion-safe:[transition:transform_0.6s]" style={{ transform: `translateY(${top}px)` }}>
          <path
            className="fill-tone opacity-45 motion-safe:data-flowing:animate-wave"
            data-flowing={isFlowing || undefined}
            d={`M${-WIDTH} 2q24 -8 48 0t48 0 48 0 48 0V${HEIGHT}H${-WIDTH}Z`}
          />
          <path
            className="fill-tone motion-safe:data-flowing:animate-wave"
            data-flowing={isFlowing || undefined}
            d={`M${-WIDTH} 4q24 6 48 0t48 0 48 0 48 0V${HEIGHT}H${-WIDTH}Z`}
          />
        </g>
      )}
      <path d={`M${WIDTH - 16} ${FULL}H${WIDTH - 4}`} className="stroke-ink opacity-60 stroke-2" />
    </svg>
  );
}
