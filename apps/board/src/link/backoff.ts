import type { Random } from '../random.ts';

const LEAST_MS = 200;
const FIRST_MS = 1_000;
/** A fleet is back this long after its server, even after a long outage. */
const LONGEST_MS = 15_000;
const REFUSED_MS = 60_000;

/**
 * Delay before the next connection attempt: exponential backoff with full jitter, so that the boards of a fleet spread
 * over the whole interval when their server comes back. A wrong secret does not heal within seconds.
 */
export function retryDelayMs(failures: number, isRefused: boolean, random: Random): number {
  if (isRefused) return REFUSED_MS * (0.5 + 0.5 * random());
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return LEAST_MS + (fullMs - LEAST_MS) * random();
}
