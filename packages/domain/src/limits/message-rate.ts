/** Messages of one kind that a board may send: a burst, then a rate per minute. */
export interface MessageRate {
  perMinute: number;
  burst: number;
}

/**
 * Rate limit by the generic cell rate algorithm. `dueMs` is the time at which all messages accepted so far would be due
 * at the steady rate. Gives the new one, or nothing when the message is over the limit.
 */
export function acceptMessage(
  dueMs: number | undefined,
  nowMs: number,
  { perMinute, burst }: MessageRate,
): number | undefined {
  const gapMs = 60_000 / perMinute;
  const nextMs = Math.max(dueMs ?? nowMs, nowMs) + gapMs;
  return nextMs - nowMs > burst * gapMs ? undefined : nextMs;
}
