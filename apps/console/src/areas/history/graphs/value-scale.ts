/** The value axis of a panel. */
export interface ValueScale {
  range: [number, number];
  ticks: number[];
}
interface Wanted {
  /** The least and most value that must be visible; none while there is no value. */
  least: number | undefined;
  most: number | undefined;
  /** The axis begins at 0. */
  fromZero: boolean;
  /** A steady value with some noise must not fill the panel. */
  leastSpan: number;
  /** About how many intervals between ticks. */
  intervals: number;
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  const round = [1, 2, 2.5, 5].find((step) => share <= step + 1e-9) ?? 10;
  return round * power;
}

/** Round ticks that contain all values. */
export function valueScale({ least = 0, most = 0, fromZero, leastSpan, intervals }: Wanted): ValueScale {
  const low = fromZero ? Math.min(0, least) : least;
  const middle = (low + most) / 2;
  const isFlat = most - low < leastSpan;
  const bottom = isFlat && !fromZero ? middle - leastSpan / 2 : low;
  const top = isFlat ? bottom + leastSpan : most;
  const step = roundStep((top - bottom) / intervals);
  const first = Math.floor(bottom / step + 1e-9);
  const last = Math.ceil(top / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => Number(((first + n) * step).toFixed(6)));
  return { range: [ticks[0] ?? 0, ticks.at(-1) ?? 1], ticks };
}
