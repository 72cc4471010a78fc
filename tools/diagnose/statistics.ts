/** One number for each used column; NaN is unknown. */
export type Vector = Float64Array;

/** A value of the table; NaN is a missing cell. */
export type Row = readonly number[];

/** Turns a median absolute deviation into a standard deviation of normal noise. */
const MAD_TO_SD = 1.4826;
/** A column of rare pulses has no median deviation: its width is this share of the standard deviation. */
const PULSE_SHARE = 0.3;
/** The least share of rows in which a column must be known. */
const LEAST_KNOWN = 0.2;
/** Below this part of its mean the spread of a column is rounding. */
const ROUNDING = 1e-9;

export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function meanAndVariance(values: readonly number[]) {
  const centre = mean(values);
  return { mean: centre, variance: mean(values.map((value) => (value - centre) ** 2)) };
}

/** Centre and width of a column; no width if it is constant or mostly missing. */
export interface Scale {
  centre: number;
  width: number | undefined;
}

/** Median and median deviation: outliers in the learned span change them little. */
export function scaleOf(values: readonly number[]): Scale {
  const known = values.filter((value) => Number.isFinite(value));
  const centre = quantile(known, 0.5);
  if (known.length === 0 || known.length < LEAST_KNOWN * values.length) return { centre, width: undefined };
  const { mean: average, variance } = meanAndVariance(known);
  const sd = Math.sqrt(variance);
  if (!(sd > ROUNDING * Math.abs(average))) return { centre, width: undefined };
  const deviations = known.map((value) => Math.abs(value - centre));
  return { centre, width: Math.max(MAD_TO_SD * quantile(deviations, 0.5), PULSE_SHARE * sd) };
}

const knownOf = (rows: readonly Vector[], place: number) =>
  rows.map((row) => row[place] ?? Number.NaN).filter((value) => !Number.isNaN(value));

/** How much the thirds of the span must differ, relative to the deviation within a third, to count as a drift. */
const DRIFT_RATIO = 2;

/**
 * How far each column moved from the first to the last third of the span; 0 for columns that do not drift. A machine
 * that warms up while it is learned is expected to go on warming up.
 */
export function driftOf(rows: readonly Vector[], width: number): Vector {
  const third = Math.floor(rows.length / 3);
  const parts = [0, 1, 2].map((part) => rows.slice(part * third, (part + 1) * third));
  return Float64Array.from({ length: width }, (_, place) => {
    const figures = parts.map((part) => meanAndVariance(knownOf(part, place)));
    const moved = (figures[2]?.mean ?? 0) - (figures[0]?.mean ?? 0);
    const within = Math.sqrt(mean(figures.map(({ variance }) => variance)));
    return Math.abs(moved) > DRIFT_RATIO * within ? moved : 0;
  });
}
