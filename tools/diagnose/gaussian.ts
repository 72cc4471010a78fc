import type { Vector } from './statistics.ts';

/** A normal distribution: its mean and the lower Cholesky factor of its covariance. */
export interface Gaussian {
  mean: Vector;
  factor: Float64Array;
}

interface Moments {
  mean: Vector;
  /** Lower triangle, row by row. */
  covariance: Float64Array;
}

/** Learned values are clamped to this many widths: one outlier must not hide the next. */
const LEARNED_LIMIT = 6;
const limit = (value = 0) => Math.max(-LEARNED_LIMIT, Math.min(LEARNED_LIMIT, value));

function meanOf(rows: readonly Vector[], n: number): Vector {
  return Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    let known = 0;
    for (const row of rows) {
      if (Number.isNaN(row[i])) continue;
      sum += limit(row[i]);
      known++;
    }
    return known > 0 ? sum / known : 0;
  });
}

/** Mean and covariance of rows of `n` values; unknown values count as the mean. */
export function momentsOf(rows: readonly Vector[], n: number): Moments {
  const mean = meanOf(rows, n);
  const covariance = new Float64Array(n * n);
  const off = new Float64Array(n);
  for (const row of rows) {
    for (let i = 0; i < n; i++) off[i] = Number.isNaN(row[i]) ? 0 : limit(row[i]) - (mean[i] ?? 0);
    for (let i = 0; i < n; i++) {
      const share = (off[i] ?? 0) / rows.length;
      for (let j = 0; j <= i; j++)
        covariance[i * n + j] = (covariance[i * n + j] ?? 0) + share * (off[j] ?? 0);
    }
  }
  return { mean, covariance };
}

function cholesky(matrix: Float64Array, n: number): Float64Array | undefined {
  const factor = new Float64Array(n * n);
  for (let row = 0; row < n; row++)
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * n + column] ?? 0;
      for (let k = 0; k < column; k++) sum -= (factor[row * n + k] ?? 0) * (factor[column * n + k] ?? 0);
      if (row === column && !(sum > 0)) return undefined;
      factor[row * n + column] = row === column ? Math.sqrt(sum) : sum / (factor[column * n + column] ?? 1);
    }
  return factor;
}

/** The least variance, in widths: a feature that did not move in a short span may move a little. */
const LEAST_VARIANCE = 1e-4;

/** Shrinkage 0 keeps the covariance, 1 keeps only the variances. Nothing if the matrix is not positive definite. */
export function shrink({ mean, covariance }: Moments, shrinkage: number): Gaussian | undefined {
  const n = mean.length;
  const shrunk = covariance.map((value, place) =>
    Math.floor(place / n) === place % n ? value + LEAST_VARIANCE : (1 - shrinkage) * value,
  );
  const factor = cholesky(shrunk, n);
  return factor && { mean, factor };
}

/** Independent numbers of variance 1 for rows as learned. An unknown value is what the columns before it predict. */
function whiten({ mean, factor }: Gaussian, row: Vector): Vector {
  const n = mean.length;
  const white = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = (row[i] ?? 0) - (mean[i] ?? 0);
    for (let k = 0; k < i; k++) sum -= (factor[i * n + k] ?? 0) * (white[k] ?? 0);
    white[i] = Number.isNaN(sum) ? 0 : sum / (factor[i * n + i] ?? 1);
  }
  return white;
}

const squared = (row: Vector) => row.reduce((sum, value) => sum + value * value, 0);

/** Mahalanobis distance per root of the dimensions: about 1 for rows as learned. */
export const distance = (gaussian: Gaussian, row: Vector) =>
  Math.sqrt(squared(whiten(gaussian, row)) / row.length);

/** Average negative log-likelihood of the rows, without its constants. */
export function surprise(gaussian: Gaussian, rows: readonly Vector[]): number {
  const n = gaussian.mean.length;
  const squares = rows.reduce((sum, row) => sum + squared(whiten(gaussian, row)), 0);
  let logs = 0;
  for (let i = 0; i < n; i++) logs += Math.log(gaussian.factor[i * n + i] ?? 1);
  return logs + squares / (2 * rows.length);
}

/** The part of each column in the squared distance; negative parts are 0. */
export function contributions(gaussian: Gaussian, row: Vector): Vector {
  const { mean, factor } = gaussian;
  const n = row.length;
  const precise = whiten(gaussian, row);
  // Solves factorᵀ · x = white in place: x is the inverse covariance times the deviation.
  for (let i = n - 1; i >= 0; i--) {
    let sum = precise[i] ?? 0;
    for (let k = i + 1; k < n; k++) sum -= (factor[k * n + i] ?? 0) * (precise[k] ?? 0);
    precise[i] = sum / (factor[i * n + i] ?? 1);
  }
  return precise.map((value, i) => {
    const part = value * ((row[i] ?? 0) - (mean[i] ?? 0));
    return Number.isNaN(part) ? 0 : Math.max(0, part);
  });
}
