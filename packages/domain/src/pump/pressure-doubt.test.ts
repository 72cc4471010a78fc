import { expect, it } from 'vitest';
import { ANSWER_MS, isDoubtful } from './pressure-doubt.ts';

const SENT_MS = 1_800_000_000_000;
const tall = { normalizer: 10, min: 1, max: 30, sensor_max: 40 } as const;
const low = { min: 1, max: 8 };
const at = (wire: number, atMs = SENT_MS + ANSWER_MS) => ({ wire, atMs });

it.each([
  ['never sent: it may arrive any moment', { pressure: tall, sentMs: null }, at(4.2), 4, true],
  ['sent a moment ago', { pressure: tall, sentMs: SENT_MS }, at(4.2, SENT_MS + ANSWER_MS - 1), 4, true],
  ['nothing reported', { pressure: tall, sentMs: SENT_MS }, null, 4, true],
  ['a register, whose number is the same in both', { pressure: tall, sentMs: SENT_MS }, at(4.2), null, true],
  ['4.2 would be 42 bar in mode 10, and so would 4', { pressure: tall, sentMs: SENT_MS }, at(4.2), 4, false],
  ['2.9 may be 29 bar', { pressure: tall, sentMs: SENT_MS }, at(2.9), 4, true],
  [
    '2 would be set as 20 bar if it were applied after all',
    { pressure: tall, sentMs: SENT_MS },
    at(4.2),
    2,
    true,
  ],
  [
    '0.42 is no pressure in mode 1, and neither is 0.6',
    { pressure: low, sentMs: SENT_MS },
    at(0.42),
    0.6,
    false,
  ],
  ['2 is a pressure in mode 1', { pressure: low, sentMs: SENT_MS }, at(0.42), 2, true],
  [
    'another sensor in the same mode permits both',
    { pressure: { ...low, sensor_max: 16 }, sentMs: SENT_MS },
    at(4.2),
    4,
    true,
  ],
] as const)('R5.5 an unanswered configuration: %s', (_case, unanswered, reported, wanted, expected) =>
  expect(isDoubtful(unanswered, reported, wanted)).toBe(expected),
);

it.each([1, 10] as const)(
  'R5.5 with a board that refuses what is out of bounds, no number of mode %i is applied in another one',
  (mode) => {
    const other = mode === 1 ? tall : low;
    for (let wire = 0.01; wire < 60; wire += 0.01)
      if (!isDoubtful({ pressure: other, sentMs: SENT_MS }, at(mode === 1 ? 4.2 : 0.42), wire)) {
        const bar = wire * (mode === 1 ? 10 : 1);
        expect(bar < other.min || bar > other.max).toBe(true);
      }
  },
);
