import type { Random } from '../random.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const REFUSED_MS = 60_000;

/**
 * How long to wait before the next try: longer after each failure, and never the same for two boards, so that
 * a broker that comes back is not run over. A wrong secret does not heal within seconds.
 */
export function retryDelayMs(failures: number, isRefused: boolean, random: Random): number {
  const fullMs = isRefused ? REFUSED_MS : Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return fullMs * (0.5 + 0.5 * random());
}
