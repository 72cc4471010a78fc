import { exponential, normal, type Random } from '../random.ts';

/** Poisson: counts events with exponential gaps. */
export function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let left = mean - exponential(random, 1); left > 0; left -= exponential(random, 1)) count++;
  return count;
}

/** Marsaglia and Tsang's method; shapes below 1 do not occur here. */
function gamma(random: Random, shape: number, scale: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v * scale;
  }
}

export const chiSquare = (random: Random, degrees: number) => gamma(random, degrees / 2, 2);

/** Negative binomial: counts with more variation than Poisson, since each day has its own mean. */
export function negativeBinomial(random: Random, mean: number, deviation: number): number {
  const shape = mean ** 2 / (deviation ** 2 - mean);
  return poisson(random, gamma(random, shape, mean / shape));
}

/** By its mean; `variation` is the standard deviation as a share of the mean. */
export function logNormal(random: Random, mean: number, variation: number): number {
  const variance = Math.log(1 + variation ** 2);
  return mean * Math.exp(Math.sqrt(variance) * normal(random) - variance / 2);
}

export const happens = (random: Random, probability: number) => random() < probability;

/** Weighted random index. */
export function pickWeighted(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return index < 0 ? weights.length - 1 : index;
}
