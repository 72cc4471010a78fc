import { expect, it } from 'vitest';
import { statsTarget } from './stats-poll.ts';

it.each([
  ['a Technician asks the converter', 'FC-1', ['Technician'], 'FC-1'],
  ['a Seller asks the converter', 'FC-1', ['Seller'], 'FC-1'],
  ['a Super Seller asks the converter', 'FC-1', ['Super Seller'], 'FC-1'],
  ['one role of several is enough', 'FC-1', ['Gardener', 'Seller'], 'FC-1'],
  ['without a role nobody asks the converter', 'FC-1', [], null],
  ['nor with a role that is not listed', 'FC-1', ['Gardener'], null],
  ['without a converter the board is asked, whatever the role', null, [], 'MNB-1'],
  ['by staff as well', null, ['Technician'], 'MNB-1'],
] as const)('R6.4 %s', (_rule, fcId, roles, target) =>
  expect(statsTarget('MNB-1', fcId, roles)).toBe(target),
);
