import classes from './sparkline.module.css';

interface Point {
  /** From 0, left, to 1, right. */
  x: number;
  /** From 0, the lowest, to 1, the highest. */
  y: number;
}
interface SparklineProps {
  lines: readonly (readonly Point[])[];
  colour: string;
}

const WIDTH = 100;
const HEIGHT = 36;
/** Margins of the line to the upper and lower edge. */
const TOP = 4;
const BOTTOM = 30;

const place = ({ x, y }: Point) => `${(x * WIDTH).toFixed(1)} ${(BOTTOM - y * (BOTTOM - TOP)).toFixed(1)}`;
const pathOf = (line: readonly Point[]) => `M${line.map(place).join('L')}`;
const areaOf = (line: readonly Point[]) =>
  `${pathOf(line)}L${((line.at(-1)?.x ?? 0) * WIDTH).toFixed(1)} ${HEIGHT}L${((line[0]?.x ?? 0) * WIDTH).toFixed(1)} ${HEIGHT}Z`;

/** The trend of a value. Hidden from screen readers: the number beside it has the value. */
export function Sparkline({ lines, colour }: SparklineProps) {
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ color: colour }}
      aria-hidden="true"
    >
      <path className={classes.area} d={lines.map(areaOf).join('')} />
      <path className={classes.line} d={lines.map(pathOf).join('')} />
    </svg>
  );
}
