import { expect, it } from 'vitest';
import { endOf, readTime } from './lock-out-end.ts';

const at = (day: number, hours: number, minutes = 0) =>
  Math.floor(new Date(2027, 0, day, hours, minutes).getTime() / 1000);
const NOW = at(15, 17, 31);

it.each([
  ['19:30', at(15, 19, 30)],
  [' 19.30 ', at(15, 19, 30)],
  ['7:05', at(16, 7, 5)],
  ['17:31', at(16, 17, 31)],
  ['24:00', undefined],
  ['19:60', undefined],
  ['19', undefined],
  ['večer', undefined],
  ['', undefined],
])('R5.10 readTime at 17:31 resolves %j to its next occurrence or undefined', (typed, expected) =>
  expect(readTime(typed, NOW)).toBe(expected),
);

it.each([
  ['none', null],
  ['hour', at(15, 18, 31)],
  ['evening', at(15, 20)],
  ['own', at(15, 19, 30)],
] as const)('R5.10 endOf at 17:31 resolves the end %s', (end, expected) =>
  expect(endOf(end, '19:30', NOW)).toBe(expected),
);

it('R5.10 endOf after 20:00 resolves the evening to the next day', () =>
  expect(endOf('evening', '', at(15, 20))).toBe(at(16, 20)));
