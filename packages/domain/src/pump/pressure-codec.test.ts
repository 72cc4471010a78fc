import { describe, expect, it } from 'vitest';
import { pressureFromWire, pressureToWire } from './pressure-codec.ts';
import { isWholeStep, isWithin, stepPressure } from './pressure-step.ts';

describe('R5.5 the pressure codec', () => {
  it.each([
    [4.2, 1, 4.2],
    [4.2, 10, 0.42],
    [20, 10, 2],
    [3, 10, 0.3],
    [0, 1, 0],
  ] as const)('%s bar in mode %s is %s', (bar, mode, wire) => expect(pressureToWire(bar, mode)).toBe(wire));

  it.each([1, 10] as const)(
    'mode %s: encoding and decoding keep every step up to 100 bar exactly',
    (mode) => {
      for (let tenths = 0; tenths <= 1000; tenths++)
        expect(pressureFromWire(pressureToWire(tenths / 10, mode), mode)).toBe(tenths / 10);
    },
  );
});

describe('R5.5 a step of 0.1 bar', () => {
  const bounds = { min: 3, max: 5.5 };
  it.each([
    ['up', 4.2, 1, 4.3],
    ['down', 4.2, -1, 4.1],
    ['clamped above', 5.5, 1, 5.5],
    ['clamped below', 3, -1, 3],
    ['from far above', 9, 1, 5.5],
    ['from far below', 0.1, -1, 3],
    ['up from between two steps', 4.25, 1, 4.3],
    ['down from between two steps', 4.25, -1, 4.2],
    ['up from 4.2 with a rounding error', 4.199999999999999, 1, 4.3],
  ] as const)('%s', (_case, bar, direction, expected) =>
    expect(stepPressure(bar, direction, bounds)).toBe(expected),
  );

  it('repeated steps accumulate no rounding error', () => {
    let bar = 3;
    for (let n = 1; n <= 25; n++) {
      bar = stepPressure(bar, 1, bounds);
      expect(String(bar).length).toBeLessThanOrEqual(3);
    }
    expect(bar).toBe(5.5);
  });

  it.each([
    [4.2, true],
    [0.1 + 0.2, true],
    [4.25, false],
    [4.201, false],
  ])('%s bar is a whole step: %s', (bar, expected) => expect(isWholeStep(bar)).toBe(expected));

  it.each([
    [3, true],
    [5.5, true],
    [2.9, false],
    [5.6, false],
    [5.500_01, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('%s bar is within 3 to 5.5: %s', (bar, expected) => expect(isWithin(bar, bounds)).toBe(expected));
});
