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

/**
 * For each column the variance between the means of equal blocks of rows, relative to the variance within a block: about
 * 0.3 for noise, more than 1 if the column moves more slowly than a block lasts.
 */
export function wanderOf(rows: readonly Vector[], width: number, blocks: number): Vector {
  const parts = Array.from({ length: blocks }, (_, part) =>
    rows.slice(Math.floor((part * rows.length) / blocks), Math.floor(((part + 1) * rows.length) / blocks)),
  );
  return Float64Array.from({ length: width }, (_, place) => {
    const figures = parts
      .map((part) => knownOf(part, place))
      .filter((known) => known.length > 0)
      .map(meanAndVariance);
    if (figures.length < 2) return 0;
    const between = meanAndVariance(figures.map((figure) => figure.mean)).variance;
    const within = mean(figures.map(({ variance }) => variance));
    return between > 0 ? between / within : 0;
  });
}
