import type { WallPump } from '@manoboard/contract/device/wall.calls';
import { describe, expect, it } from 'vitest';
import { columnsOf, isNight, shiftAt, worstOf } from './wall-rules.ts';

const pump = (device_id: string, water: Pick<WallPump['water'], 'kind' | 'tone'>): WallPump => ({
  device_id,
  alias: null,
  pressure_bar: 4,
  water: { ...water, reason: 'resting' },
});
const WELL = pump('a', { kind: 'there', tone: 'water' });
const OFF = pump('b', { kind: 'off', tone: 'off' });
const UNKNOWN = pump('c', { kind: 'unknown', tone: 'unknown' });
const LOOK = pump('d', { kind: 'there', tone: 'look' });
const DRY = pump('e', { kind: 'missing', tone: 'act' });

describe('R9.1 the worst pump of a wall', () => {
  it.each([
    ['nothing is wrong: a wanted stop is no trouble', [WELL, OFF], undefined],
    ['unknown is worse than water', [WELL, UNKNOWN], 'c'],
    ['a pump to look at is worse than an unknown one', [UNKNOWN, LOOK], 'd'],
    ['no water is the worst', [LOOK, DRY, UNKNOWN], 'e'],
  ])('%s', (_rule, pumps, expected) => expect(worstOf(pumps)?.device_id).toBe(expected));
});

it.each([
  [1, false, 1],
  [2, false, 2],
  [4, false, 2],
  [6, false, 3],
  [12, false, 4],
  [4, true, 1],
  [12, true, 2],
])('R9.1 %i pumps on a screen that is upright (%s) have %i columns', (count, isUpright, columns) =>
  expect(columnsOf(count, isUpright)).toBe(columns),
);

it('R9.1 the picture moves every minute by at most 6 px', () => {
  const shifts = Array.from({ length: 16 }, (_, minute) => shiftAt(minute));
  expect(shifts.every((shift, at) => shift !== shifts[at + 1])).toBe(true);
  expect(shifts.flatMap((shift) => shift.match(/\d+/g)?.map(Number) ?? []).every((px) => px <= 6)).toBe(true);
});

it.each([
  [21, false],
  [22, true],
  [0, true],
  [5, true],
  [6, false],
])('R9.1 a wall that is dimmed at night is dim at %i o’clock: %s', (hour, isDim) =>
  expect(isNight(hour)).toBe(isDim),
);
