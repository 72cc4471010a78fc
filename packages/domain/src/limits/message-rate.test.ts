import { describe, expect, it } from 'vitest';
import { acceptMessage, type MessageRate } from './message-rate.ts';

/** How many messages at these times are accepted. */
function countAccepted(timesMs: readonly number[], rate: MessageRate): number {
  let dueMs: number | undefined;
  let accepted = 0;
  for (const nowMs of timesMs) {
    const nextMs = acceptMessage(dueMs, nowMs, rate);
    if (nextMs === undefined) continue;
    dueMs = nextMs;
    accepted++;
  }
  return accepted;
}

const repeat = (count: number, everyMs: number) => Array.from({ length: count }, (_, n) => n * everyMs);

describe('rate limit of messages', () => {
  it.each([
    ['a burst is accepted at once', repeat(200, 0), 200],
    ['beyond the burst nothing is accepted', repeat(13_000, 0), 200],
    ['13,000 messages in 15 s: the burst and the steady rate', repeat(13_000, 15_000 / 13_000), 214],
    ['the steady rate has no end', repeat(1_000, 1_000), 1_000],
    ['twice the steady rate: the burst, then every second one', repeat(2_000, 500), 1_199],
  ])('%s', (_case, timesMs, expected) =>
    expect(countAccepted(timesMs, { perMinute: 60, burst: 200 })).toBe(expected),
  );

  it('a quiet time restores the burst, and no more than the burst', () => {
    const after = repeat(500, 0).map((ms) => ms + 10 * 60_000);
    expect(countAccepted([...repeat(500, 0), ...after], { perMinute: 60, burst: 200 })).toBe(400);
  });
});
