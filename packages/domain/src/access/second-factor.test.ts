import { expect, it } from 'vitest';
import { isOpenBeforeFactor, needsFactor } from './second-factor.ts';

it.each([
  ['staff', 'Technician', true],
  ['staff', 'Seller', true],
  ['staff', 'Super Seller', true],
  ['staff', undefined, false],
  ['none', 'Super Seller', false],
  ['all', undefined, true],
] as const)('REQUIRE_2FA=%s for the role %s needs a second factor: %s', (policy, role, expected) =>
  expect(needsFactor(policy, role ? [role] : [])).toBe(expected),
);

it.each([
  ['a call that leads to a factor', true, {}, true],
  ['another call', undefined, { value: false }, false],
  ['a stop', 'stop', { what: 'stop', value: false }, true],
  ['a start', 'stop', { what: 'start', value: true }, false],
  ['no value', 'stop', { what: 'stop' }, false],
  ['null, which is not false', 'stop', { value: null }, false],
  ['zero, which is not false', 'stop', { value: 0 }, false],
  ['no body', 'stop', undefined, false],
  ['a body that is null', 'stop', null, false],
] as const)('without a needed factor %s is open: %s %o %s', (_case, rule, body, expected) =>
  expect(isOpenBeforeFactor(rule, body)).toBe(expected),
);
