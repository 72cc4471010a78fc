/** Running with water forgets a minute of dry time in six. */
const FORGET_RATE = 1 / 6;

interface DryStep {
  /** `dryRate` since the last sample. */
  rate: number;
  passedMs: number;
  /** The motor turned: a pump that stands neither adds to the dry time nor forgets it. */
  isTurning: boolean;
}

/**
 * Time without water, accumulated over interruptions (as Grundfos CU 301): a pump that draws air finds some water between
 * two gulps. Running with water forgets it slowly.
 */
export function dryTimeMs(beforeMs: number, { rate, passedMs, isTurning }: DryStep): number {
  if (rate > 0) return beforeMs + rate * passedMs;
  return isTurning ? Math.max(0, beforeMs - FORGET_RATE * passedMs) : beforeMs;
}
