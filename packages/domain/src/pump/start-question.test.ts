import type { LastData } from '@manoboard/contract/device/device';
import { describe, expect, it } from 'vitest';
import { emptyLastData } from '../telemetry/last-data.ts';
import { lastOnTime, mustAskStart, type StartFacts } from './start-question.ts';

const NOW_S = 1_800_000_000;
const JUST_OFF: StartFacts = { lastOnS: NOW_S - 5, pressureBar: 3.2, stoppedFor: null };

it.each<[string, Partial<StartFacts>, boolean]>([
  ['a pump that was just switched off starts at once', {}, false],
  ['off for a minute', { lastOnS: NOW_S - 60 }, false],
  ['off for more than a minute', { lastOnS: NOW_S - 61 }, true],
  ['off for days', { lastOnS: NOW_S - 6 * 86_400 }, true],
  ['an unknown time off is not a minute ago', { lastOnS: null }, true],
  ['a board whose clock is ahead', { lastOnS: NOW_S + 30 }, false],
  ['no pressure in the line', { pressureBar: 0 }, true],
  ['a sensor with an offset below 0', { pressureBar: -0.04 }, true],
  ['less than 0.1 bar', { pressureBar: 0.09 }, true],
  ['a low pressure', { pressureBar: 0.1 }, false],
  ['an unknown pressure is no pressure', { pressureBar: null }, true],
  ['stopped by a protection, not by a person', { stoppedFor: 'DRY_RUN' }, true],
])('R5.12 a start asks: %s', (_case, facts, expected) =>
  expect(mustAskStart({ ...JUST_OFF, ...facts }, NOW_S)).toBe(expected),
);

describe('lastOnTime', () => {
  const frame = (on_off_state_r: number | null, frequency_fc: number | null, ts: number): LastData => {
    const empty = emptyLastData('MNB-TE0001');
    return { ...empty, ts, data: { ...empty.data, on_off_state_r, frequency_fc } };
  };
  it.each<[string, LastData[], number | null]>([
    ['no frames', [], null],
    ['off in all frames', [frame(3, 0, 1), frame(3, 0, 2)], null],
    ['running, then off', [frame(1, 40, 1), frame(1, 40, 2), frame(3, 0, 3)], 2],
    ['asleep, then off', [frame(1, 0, 1), frame(3, 0, 2)], 1],
    ['a fault is not on', [frame(1, 40, 1), frame(4, 0, 2), frame(3, 0, 3)], 1],
    ['an unknown state is not on', [frame(9, 40, 1), frame(null, null, 2)], null],
    ['an unknown frequency is not on', [frame(1, null, 1), frame(3, 0, 2)], null],
  ])('R5.12 %s', (_case, frames, expected) => expect(lastOnTime(frames)).toBe(expected));

  it('R5.12 a state that the last frame did not confirm has its own time', () => {
    const older = { ...frame(1, 40, 100), older: { on_off_state_r: 40 } };
    expect(lastOnTime([older])).toBe(40);
  });
});
