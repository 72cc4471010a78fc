import { expect, it } from 'vitest';
import { needsFactor } from './second-factor.ts';

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
