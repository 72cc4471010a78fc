import type { CSSProperties, ReactNode } from 'react';
import classes from './gear.module.css';
import tones from './tone.module.css';
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
  size?: 'small' | 'large';
  icon: ReactNode;
}

/** Hidden from screen readers: the text beside it has the state. */
export function Gear({ tone, turnS, size = 'large', icon }: GearProps) {
  const style = turnS === undefined ? {} : ({ '--turn': `${turnS}s` } as CSSProperties);
  return (
    <div
      className={`${classes.gear} ${tones.tone}`}
      data-tone={tone}
      data-size={size}
      data-spinning={turnS !== undefined}
      aria-hidden="true"
      style={style}
    >
      <span className={classes.halo} />
      <svg className={classes.layer} viewBox="0 0 120 120" role="presentation">
        <circle className={classes.ring} cx={CENTRE} cy={CENTRE} r="50" />
      </svg>
      {/* An element of its own, so that the compositor animates it without the main thread. */}
      <svg className={`${classes.layer} ${classes.wheel}`} viewBox="0 0 120 120" role="presentation">
        <path className={classes.teeth} d={OUTLINE} />
        <circle className={classes.hole} cx={CENTRE} cy={CENTRE} r="23" />
        {BLADES.map((angle) => (
          <path
            key={angle}
            className={classes.blade}
            d="M60 60c2-8 9-14 18-15-2 8-8 14-18 15Z"
            transform={`rotate(${angle} ${CENTRE} ${CENTRE})`}
          />
        ))}
        <circle className={classes.hub} cx={CENTRE} cy={CENTRE} r="5.5" />
      </svg>
      <span className={classes.badge}>{icon}</span>
    </div>
  );
}
