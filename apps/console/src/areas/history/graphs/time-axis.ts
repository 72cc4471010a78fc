import { secondsOfWallTime, type WallTime, wallTimeOf } from '../../../lib/time/wall-time.ts';

const MINUTES = [1, 2, 5, 10, 15, 30];
const HOURS = [1, 2, 3, 6, 12];
const DAYS = [1, 2, 7, 14];
const MONTHS = [1, 2, 3, 6, 12, 24];
const SECONDS = { minute: 60, hour: 3600, day: 86_400, month: 30.44 * 86_400 };

type Unit = keyof typeof SECONDS;
interface Step {
  unit: Unit;
  every: number;
}
const STEPS: Step[] = [
  ...MINUTES.map((every) => ({ unit: 'minute' as const, every })),
  ...HOURS.map((every) => ({ unit: 'hour' as const, every })),
  ...DAYS.map((every) => ({ unit: 'day' as const, every })),
  ...MONTHS.map((every) => ({ unit: 'month' as const, every })),
];

/** What a tick is called by: its time, its day, its month or its year. */
export interface Tick {
  atS: number;
  name: 'time' | 'day' | 'month' | 'year';
}

/** The wall time of the tick before the range that all others are counted from. */
function firstWall(fromS: number, { unit, every }: Step): WallTime {
  const wall = wallTimeOf(fromS);
  if (unit === 'minute') return { ...wall, minutes: wall.minutes - (wall.minutes % every) };
  if (unit === 'hour') return { ...wall, hours: wall.hours - (wall.hours % every), minutes: 0 };
  if (unit === 'day') return { ...wall, day: wall.day - ((wall.day - 1) % every), hours: 0, minutes: 0 };
  const month = wall.month - ((wall.month - 1) % every);
  return { ...wall, month, day: 1, hours: 0, minutes: 0 };
}

function nameOf(atS: number, unit: Unit): Tick['name'] {
  const { hours, minutes, month } = wallTimeOf(atS);
  if (unit === 'month') return month === 1 ? 'year' : 'month';
  if (unit === 'day' || (hours === 0 && minutes === 0)) return 'day';
  return 'time';
}

interface Axis {
  bounds: { fromS: number; toS: number };
  /** Width of the plot; `rightPx` is the space to the right of it. */
  widthPx: number;
  rightPx: number;
}

/** Which ticks have room for their label, which is centred below the tick: one that would be cut is left out. */
export const fittingTicks = (
  ticks: readonly Tick[],
  { bounds: { fromS, toS }, widthPx, rightPx }: Axis,
  labelPx: (tick: Tick) => number,
): boolean[] =>
  ticks.map((tick) => {
    const fromEndPx = ((toS - tick.atS) / (toS - fromS)) * widthPx;
    return labelPx(tick) / 2 <= fromEndPx + rightPx;
  });

/** Ticks at round times of the clock in the display zone, at most `most`, also on days of 23 and 25 hours. */
export function timeTicks(fromS: number, toS: number, most: number): Tick[] {
  const fits = ({ unit, every }: Step) => (toS - fromS) / (every * SECONDS[unit]) <= most;
  const step = STEPS.find(fits) ?? { unit: 'month', every: 24 };
  const first = firstWall(fromS, step);
  const field = ({ minute: 'minutes', hour: 'hours', day: 'day', month: 'month' } as const)[step.unit];
  const ticks: Tick[] = [];
  for (let n = 0; n <= 4 * most; n++) {
    const atS = secondsOfWallTime({ ...first, [field]: first[field] + n * step.every });
    if (atS > toS) break;
    // A time that a clock change skips is that of the next tick.
    if (atS >= fromS && atS > (ticks.at(-1)?.atS ?? 0)) ticks.push({ atS, name: nameOf(atS, step.unit) });
  }
  return ticks;
}
