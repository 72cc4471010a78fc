import { expect, it } from 'vitest';
import { commonStretches, overlayGutters } from './overlay.ts';
import { freeTop } from './plot-names.ts';

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

it.each([
  ['stays where it is free', [], 50],
  ['moves below another one', [{ left: 0, top: 45, width: 40 }], 66],
  ['moves above where the place below is taken', [50, 66].map((top) => ({ left: 0, top, width: 40 })), 34],
  ['ignores labels beside it', [{ left: 90, top: 50, width: 40 }], 50],
  ['stays inside the plot', [50, 66, 82].map((top) => ({ left: 0, top, width: 40 })), 34],
])('R4.13 the name of a line in a graph of several %s', (_case, taken, expected) =>
  expect(freeTop({ left: 10, top: 50, width: 40 }, taken, 16, { top: 0, height: 100 })).toBe(expected),
);
