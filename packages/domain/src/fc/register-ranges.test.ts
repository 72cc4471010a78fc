import { MAX_WORDS } from '@manoboard/contract/mqtt/wire';
import { describe, expect, it } from 'vitest';
import { gd10 } from './gd10.ts';
import { isReadable } from './profile.ts';
import { profileOf } from './profiles.ts';
import { canRead, splitRange, toRegisterRanges } from './register-ranges.ts';

const rangesOf = (addresses: number[], most = MAX_WORDS) =>
  toRegisterRanges(gd10, addresses, most).map(({ address, count }) => [address, count]);

describe('R4.12 registers are read in ranges', () => {
  it.each([
    ['nothing', [], []],
    ['one', [0x2100], [[0x2100, 1]]],
    ['consecutive registers form one range', [0x2100, 0x2101, 0x2102, 0x2103], [[0x2100, 4]]],
    ['order and duplicates make no difference', [0x2102, 0x2100, 0x2102, 0x2101], [[0x2100, 3]]],
    [
      'a range does not span a gap of the map',
      [0x2003, 0x200a],
      [
        [0x2003, 1],
        [0x200a, 1],
      ],
    ],
    ['a range spans a reserved register', [0x3012, 0x3014], [[0x3012, 3]]],
    [
      'a range does not span a register that was not requested',
      [0x3000, 0x3002],
      [
        [0x3000, 1],
        [0x3002, 1],
      ],
    ],
    [
      'a reserved register beside a gap is not spanned',
      [0x300d, 0x3012],
      [
        [0x300d, 1],
        [0x3012, 1],
      ],
    ],
  ])('%s', (_case, addresses, ranges) => expect(rangesOf(addresses)).toEqual(ranges));

  it('a range has at most the given number of words', () =>
    expect(rangesOf([0x3000, 0x3001, 0x3002, 0x3003, 0x3004], 2)).toEqual([
      [0x3000, 2],
      [0x3002, 2],
      [0x3004, 1],
    ]));

  it.each(['GD10', 'GD20', 'GD200A', 'GD100', 'GD300'])(
    '%s: the ranges of the whole map contain each register once and are readable',
    (fcType) => {
      const profile = profileOf(fcType);
      if (!profile) throw new Error('no such type');
      const wanted = profile.registers.map(({ address }) => address).filter((at) => canRead(profile, at));
      const ranges = toRegisterRanges(profile, wanted, MAX_WORDS);
      const held = ranges.flatMap(({ address, count }) =>
        Array.from({ length: count }, (_, i) => address + i),
      );
      expect(new Set(held).size).toBe(held.length);
      for (const address of wanted) expect(held).toContain(address);
      for (const { address, count } of ranges) {
        expect(count).toBeLessThanOrEqual(MAX_WORDS);
        expect(isReadable(profile, address, count)).toBe(true);
      }
    },
  );
});

it.each([
  ['a register', 0x2100, true],
  ['a reserved register', 0x300e, false],
  ['an address outside the map', 0x4000, false],
  ['a RAM address', 0x8901, false],
])('canRead of %s', (_case, address, expected) => expect(canRead(gd10, address)).toBe(expected));

it('a refused range is split into halves, and a single word is not split', () => {
  expect(splitRange({ address: 0x3000, count: 5 })).toEqual([
    { address: 0x3000, count: 3 },
    { address: 0x3003, count: 2 },
  ]);
  expect(splitRange({ address: 0x3000, count: 1 })).toBeUndefined();
});
