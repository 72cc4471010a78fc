import { expect, it } from 'vitest';
import { ambiguousFcIds, statsTarget } from './stats-poll.ts';

it.each([
  ['a Technician polls the converter', 'FC-1', ['Technician'], 'FC-1'],
  ['a Seller polls the converter', 'FC-1', ['Seller'], 'FC-1'],
  ['a Super Seller polls the converter', 'FC-1', ['Super Seller'], 'FC-1'],
  ['one role of several is enough', 'FC-1', ['Gardener', 'Seller'], 'FC-1'],
  ['the converter is not polled without a role', 'FC-1', [], null],
  ['the converter is not polled with an unknown role', 'FC-1', ['Gardener'], null],
  ['without a converter users without a role poll the board', null, [], 'MNB-1'],
  ['without a converter staff poll the board', null, ['Technician'], 'MNB-1'],
] as const)('R6.4 %s', (_rule, fcId, roles, target) =>
  expect(statsTarget('MNB-1', fcId, roles)).toBe(target),
);

it.each<[string, [id: string, board: string][], string[]]>([
  ['no converter', [], []],
  [
    'two converters',
    [
      ['FC-1', 'MNB-1'],
      ['FC-2', 'MNB-2'],
    ],
    [],
  ],
  [
    'one converter of two boards',
    [
      ['FC-1', 'MNB-1'],
      ['FC-1', 'MNB-2'],
      ['FC-3', 'MNB-3'],
    ],
    ['FC-1'],
  ],
  [
    'a converter with the ID of a board',
    [
      ['MNB-2', 'MNB-1'],
      ['FC-2', 'MNB-2'],
    ],
    ['MNB-2'],
  ],
])('R6.4 ambiguous IDs: %s', (_case, rows, expected) =>
  expect([...ambiguousFcIds(rows.map(([id, owner_dev_id]) => ({ id, owner_dev_id })))]).toEqual(expected),
);
