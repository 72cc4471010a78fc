import { expect, it } from 'vitest';
import { commonStretches, overlayGutters } from './overlay.ts';

it('R4.13 a gap of several lines is hatched only where none of them has a value', () => {
  const offline = { from: 100, to: 200, reason: 'offline' as const };
  const silent = { from: 150, to: 400, reason: 'link_lost' as const };
  expect(commonStretches([[offline, { ...silent, from: 300 }], [offline]])).toEqual([offline]);
  expect(commonStretches([[offline], [silent]])).toEqual([{ ...offline, from: 150 }]);
  expect(commonStretches([[offline], []])).toEqual([]);
  expect(commonStretches([[offline]])).toEqual([offline]);
});

it.each([
  [1, { left: 40, right: 12 }],
  [2, { left: 40, right: 52 }],
  [3, { left: 80, right: 52 }],
])('R4.13 %i axes are left and right in turn', (units, expected) =>
  expect(overlayGutters({ left: 40, right: 12 }, units)).toEqual(expected),
);
