import { expect, it } from 'vitest';
import { isInTenure, tenureView } from './tenure.ts';

it.each([
  ['staff see events before the tenure', 10, null, true],
  ['an event at the start belongs to the former tenure', 100, 100, false],
  ['an event after the start is visible', 100.001, 100, true],
])('R4.3c %s', (_title, at, from, expected) => expect(isInTenure(at, from)).toBe(expected));

it.each([
  ['an alert that began in the tenure is visible as a whole', 101, null, 100, 'whole'],
  ['an older alert that still lasts is visible as a fact', 50, null, 100, 'fact'],
  ['an older alert that ended in the tenure is visible as a fact', 50, 101, 100, 'fact'],
  ['an alert that ended before the tenure is hidden', 50, 99, 100, 'hidden'],
  ['staff see an alert that ended before the tenure', 50, 99, null, 'whole'],
] as const)('R4.3c %s', (_title, startedAtS, endedAtS, from, expected) =>
  expect(tenureView({ startedAtS, endedAtS }, from)).toBe(expected),
);
