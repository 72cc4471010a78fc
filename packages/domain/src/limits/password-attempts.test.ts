import { expect, it } from 'vitest';
import { ATTEMPT_DELAYS_S, ATTEMPTS_FORGOTTEN_AFTER_S } from './password-attempts.ts';

it.each([
  ['address', 10, 5, 900],
  ['account', 100, 5, 60],
  ['device', 10, 5, 900],
  ['session', 10, 5, 900],
  ['code', 5, 5, 900],
  ['account_code', 30, 30, 300],
] as const)(
  'R3.3 %s: %i attempts are free, then delays grow from %i s to %i s',
  (source, free, first, last) => {
    const delays: readonly number[] = ATTEMPT_DELAYS_S[source];
    expect(delays.findIndex((delay) => delay > 0)).toBe(free - 1);
    expect(delays[free - 1]).toBe(first);
    expect(delays.at(-1)).toBe(last);
    expect([...delays].sort((a, b) => a - b)).toEqual(delays);
  },
);

it('R3.3 a counter outlives every delay', () =>
  expect(ATTEMPTS_FORGOTTEN_AFTER_S).toBeGreaterThan(Math.max(...Object.values(ATTEMPT_DELAYS_S).flat())));
