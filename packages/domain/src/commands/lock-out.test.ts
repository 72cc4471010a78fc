import { expect, it } from 'vitest';
import { activeLockOut, canRemoveLockOut } from './lock-out.ts';

const tag = (until: number | null) => ({
  id: 1,
  reason: 'výmena ventilu',
  by: { user_id: 7, name: 'Peter Horváth' },
  since: 50,
  until,
});

it.each([
  ['no tag', null, false],
  ['an unknown tag', undefined, false],
  ['a tag without an end', tag(null), true],
  ['a tag that ends later', tag(101), true],
  ['a tag that ends now', tag(100), false],
  ['a tag that has ended', tag(99), false],
] as const)('R5.10 at 100, %s: active is %s', (_case, lockOut, expected) =>
  expect(activeLockOut(lockOut, 100)).toBe(expected ? lockOut : null),
);

it.each([
  ['its author', 7, [], true],
  ['its author with a role', 7, ['Seller'], true],
  ['another user', 8, [], false],
  ['a Seller', 8, ['Seller'], false],
  ['a Technician', 8, ['Technician'], true],
  ['a Super Seller', 8, ['Super Seller'], true],
] as const)('R7.5 who may remove a tag: %s', (_who, id, roles, expected) =>
  expect(canRemoveLockOut({ id, roles }, tag(null))).toBe(expected),
);
