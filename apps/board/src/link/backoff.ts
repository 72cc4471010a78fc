import type { Random } from '../random.ts';

const LEAST_MS = 200;
const FIRST_MS = 1_000;
/** Upper limit of the reconnect delay, also after a long outage. */
const LONGEST_MS = 15_000;
const REFUSED_MS = 60_000;

/**
 * Delay before the next connection attempt: exponential backoff with full jitter, which spreads a fleet over the whole
 * interval when its server is back. A refused login waits longer, since a wrong secret does not recover within seconds.
 */
export function retryDelayMs(failures: number, isRefused: boolean, random: Random): number {
  if (isRefused) return REFUSED_MS * (0.5 + 0.5 * random());
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return LEAST_MS + (fullMs - LEAST_MS) * random();
}
