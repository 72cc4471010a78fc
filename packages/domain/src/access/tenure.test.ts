import { expect, it } from 'vitest';
import { isInTenure, tenureView } from './tenure.ts';

it.each([
  ['staff see what is older', 10, null, true],
  ['the start itself belongs to the former owner', 100, 100, false],
  ['later is visible', 100.001, 100, true],
])('R4.3c %s', (_title, at, from, expected) => expect(isInTenure(at, from)).toBe(expected));

it.each([
  ['began in the tenure', 101, null, 100, 'whole'],
  ['still lasts', 50, null, 100, 'fact'],
  ['ended in the tenure', 50, 101, 100, 'fact'],
  ['ended before', 50, 99, 100, 'hidden'],
  ['ended before, for staff', 50, 99, null, 'whole'],
] as const)('R4.3c %s', (_title, startedAtS, endedAtS, from, expected) =>
  expect(tenureView({ startedAtS, endedAtS }, from)).toBe(expected),
);
