export interface SparkPoint {
  /** From 0, left, to 1, right. */
  x: number;
  /** From 0, the lowest, to 1, the highest. */
  y: number;
  /** A range around the value; without it the area reaches to the lower edge. */
  low?: number;
  high?: number;
}
interface SparklineProps {
  lines: readonly (readonly SparkPoint[])[];
  colour: string;
  /** A dotted level, from 0 to 1. */
  mark?: number;
  size?: 'small' | 'large';
}

const WIDTH = 100;
const HEIGHT = 36;
/** Margins of the line to the upper and lower edge. */
const TOP = 4;
const BOTTOM = 30;

const place = (x: number, y: number) =>
  `${(x * WIDTH).toFixed(1)} ${(BOTTOM - y * (BOTTOM - TOP)).toFixed(1)}`;
const pathOf = (line: readonly SparkPoint[]) => `M${line.map(({ x, y }) => place(x, y)).join('L')}`;

/** Below the lower edge of the picture. */
const GROUND = (BOTTOM - HEIGHT) / (BOTTOM - TOP);
const areaOf = (line: readonly SparkPoint[]) =>
  `M${[
    ...line.map(({ x, y, high = y }) => place(x, high)),
    ...line.toReversed().map(({ x, low = GROUND }) => place(x, low)),
  ].join('L')}Z`;

/** The trend of a value. Hidden from screen readers: the number beside it has the value. */
export function Sparkline({ lines, colour, mark, size = 'large' }: SparklineProps) {
  return (
    <svg
      className="block w-full h-9 data-[size=small]:h-6.5"
      data-size={size}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ color: colour }}
      aria-hidden="true"
    >
      {mark !== undefined && (
        <path
          className="fill-none stroke-off [stroke-dasharray:1_3] [vector-effect:non-scaling-stroke]"
          d={`M${place(0, mark)}L${place(1, mark)}`}
        />
      )}
      <path className="fill-current [fill-opacity:0.18]" d={lines.map(areaOf).join('')} />
      <path
        className="fill-none stroke-current [stroke-linejoin:round] stroke-[1.6] [vector-effect:non-scaling-stroke]"
        d={lines.map(pathOf).join('')}
      />
    </svg>
  );
}
