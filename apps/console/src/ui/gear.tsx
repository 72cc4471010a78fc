import type { CSSProperties, ReactNode } from 'react';
import type { Tone } from './tone.ts';

const TEETH = 10;
const CENTRE = 60;
const RADIUS = { root: 31, tip: 40 };
const BLADES = [0, 72, 144, 216, 288];

function point(radius: number, angle: number) {
  const at = (f: (angle: number) => number) => (CENTRE + radius * f(angle)).toFixed(2);
  return `${at(Math.cos)} ${at(Math.sin)}`;
}

/** The outline: one trapezoid per tooth, between the root and the tip radius. */
function outline(): string {
  const pitch = (2 * Math.PI) / TEETH;
  const teeth = Array.from({ length: TEETH }, (_, i) => {
    const middle = i * pitch;
    return [
      point(RADIUS.root, middle - pitch * 0.32),
      point(RADIUS.tip, middle - pitch * 0.19),
      point(RADIUS.tip, middle + pitch * 0.19),
      point(RADIUS.root, middle + pitch * 0.32),
    ].join('L');
  });
  return `M${teeth.join('L')}Z`;
}
const OUTLINE = outline();

interface GearProps {
  tone: Tone;
  /** Seconds per turn; `undefined` stops the gear. */
  turnS?: number | undefined;
  size?: 'tiny' | 'small' | 'large';
  icon: ReactNode;
}

/** Hidden from screen readers: the text beside it has the state. */
export function Gear({ tone, turnS, size = 'large', icon }: GearProps) {
  const style = turnS === undefined ? {} : ({ '--turn': `${turnS}s` } as CSSProperties);
  return (
    <div
      className="group/gear relative grid place-items-center flex-none size-[var(--gear-size,8.25rem)] data-[size=small]:size-16 data-[size=tiny]:size-8"
      data-tone={tone}
      data-size={size}
      data-spinning={turnS !== undefined}
      aria-hidden="true"
      style={style}
    >
      <span className="absolute rounded-full inset-[2.5%] bg-tone-soft motion-safe:group-data-[spinning=true]/gear:animate-breathe" />
      <svg className="absolute size-full inset-0" viewBox="0 0 120 120" role="presentation">
        <circle
          className="fill-card stroke-tone [stroke-opacity:0.35] stroke-[1.5]"
          cx={CENTRE}
          cy={CENTRE}
          r="50"
        />
      </svg>
      {/* An element of its own, so that the compositor animates it without the main thread. */}
      <svg
        className="absolute size-full inset-0 motion-safe:group-data-[spinning=true]/gear:animate-turn"
        viewBox="0 0 120 120"
        role="presentation"
      >
        <path className="fill-tone stroke-tone stroke-4 [stroke-linejoin:round]" d={OUTLINE} />
        <circle className="fill-card" cx={CENTRE} cy={CENTRE} r="23" />
        {BLADES.map((angle) => (
          <path
            key={angle}
            className="fill-tone opacity-85"
            d="M60 60c2-8 9-14 18-15-2 8-8 14-18 15Z"
            transform={`rotate(${angle} ${CENTRE} ${CENTRE})`}
          />
        ))}
        <circle className="fill-tone stroke-card stroke-[2.5]" cx={CENTRE} cy={CENTRE} r="5.5" />
      </svg>
      <span className="absolute grid place-items-center rounded-full right-0.5 bottom-0.5 size-[calc(var(--gear-size,8.25rem)_*_0.285)] border-4 border-card bg-tone text-[var(--badge-ink,#fff)] dark:[--badge-ink:#0b1116] [&_svg]:size-[55%] group-data-[size=small]/gear:-right-1 group-data-[size=small]/gear:-bottom-1 group-data-[size=small]/gear:size-6.5 group-data-[size=small]/gear:border-3 group-data-[size=tiny]/gear:hidden">
        {icon}
      </span>
    </div>
  );
}
