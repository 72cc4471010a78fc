import { expect, it } from 'vitest';
import { compareVersions, isInRange, isOutdated } from './version.ts';

it.each([
  ['1.4.2', '1.4.2', 0],
  ['1.4.2', '1.5.0', -1],
  ['1.10.0', '1.9.9', 1],
  ['2.0.0', '1.99.99', 1],
  ['1.4.10', '1.4.9', 1],
])('versions are compared number by number: %s and %s', (a, b, sign) =>
  expect(Math.sign(compareVersions(a, b))).toBe(sign),
);

it.each([
  ['1.3.0', '>=1.3.0', true],
  ['1.2.9', '>=1.3.0', false],
  ['1.3.0', '>1.3.0', false],
  ['1.3.1', '>1.3.0', true],
  ['1.5.0', '>=1.3.0 <1.5.0', false],
  ['1.4.9', '>=1.3.0 <1.5.0', true],
  ['1.5.0', '<=1.5.0', true],
  ['1.5.0', '=1.5.0', true],
  ['1.5.1', '=1.5.0', false],
  ['1.5.1', 'whatever', false],
])('a range requires all of its bounds: %s in %s is %s', (version, range, is) =>
  expect(isInRange(version, range)).toBe(is),
);

it.each([
  ['1.4.2', '1.5.0', true],
  ['1.5.0', '1.5.0', false],
  ['1.6.0', '1.5.0', false],
  ['beta', '1.5.0', false],
  [null, '1.5.0', false],
  ['1.4.2', undefined, false],
])('a board with %s is outdated by the release %s: %s', (version, newest, expected) =>
  expect(isOutdated(version, newest)).toBe(expected),
);
