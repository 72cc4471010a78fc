import type { LastData } from '@manoboard/contract/nouns/device';
import { describe, expect, it } from 'vitest';
import { ageS, evaluationTimeS, freshness, freshnessAt, isSilent } from './freshness.ts';
import { emptyLastData } from './last-data.ts';

const T0 = 1_800_000_000;

/** A pump whose last frame was measured at T0. */
function pump(frequencyHz: number | null, more: Partial<LastData> = {}): LastData {
  const none = emptyLastData('MNB-TE0001');
  const data = { ...none.data, frequency_fc: frequencyHz, modbus: 2, temperature_mnb: 30 };
  return { ...none, data, ts: T0, received_at: T0, fc: 1, ...more };
}

describe('ageS', () => {
  it.each([
    ['of a value just measured', pump(40), T0, 0],
    ['in seconds', pump(40), T0 + 90, 90],
    ['of a field that is older than the frame', pump(40, { older: { frequency_fc: T0 - 60 } }), T0 + 5, 65],
    ['never below zero, whatever the clocks', pump(40), T0 - 10, 0],
    ['of a value that was never reported', pump(null), T0, null],
  ])('%s', (_case, last, nowS, expected) => expect(ageS(last, 'frequency_fc', nowS)).toBe(expected));
});

describe('freshness', () => {
  it.each([
    ['running: the second frame of 5 s is not due yet', 40, 9, 'live'],
    ['running: at two frames the value is stale', 40, 10, 'stale'],
    ['asleep: the second frame of 30 s is not due yet', 0, 59, 'live'],
    ['asleep: at two frames the value is stale', 0, 60, 'stale'],
    ['unknown frequency: as asleep', null, 59, 'live'],
    ['unknown frequency: as asleep, and stale', null, 60, 'stale'],
  ] as const)('R4.4 %s', (_case, frequencyHz, age, expected) =>
    expect(freshness(pump(frequencyHz), 'modbus', true, T0 + age)).toBe(expected),
  );

  it.each([
    ['a frame a minute, running', 40, { running: 60, asleep: 600 }, 120],
    ['a frame a minute, asleep', 0, { running: 60, asleep: 600 }, 1200],
    ['a frame every two seconds', 40, { running: 2, asleep: 30 }, 4],
    // Whole seconds: the second frame may be a moment late, and that is not to be told from a missing one.
    ['a frame every second', 40, { running: 1, asleep: 5 }, 3],
    ['the slowest of all', 40, { running: 300, asleep: 3600 }, 600],
    ['the slowest of all, asleep', 0, { running: 300, asleep: 3600 }, 7200],
  ] as const)("R4.4 two frames of the board's own config: %s", (_case, frequencyHz, every_s, staleAt) => {
    const last = pump(frequencyHz, { every_s });
    expect(freshness(last, 'modbus', true, T0 + staleAt - 1)).toBe('live');
    expect(freshness(last, 'modbus', true, T0 + staleAt)).toBe('stale');
  });

  const unread = { frequency_fc: T0 - 5 };
  it.each([
    ['its converter is lost', { on_off_state_r: 1 }, { fc: 0 }, 60],
    [
      'nothing of its converter can be read',
      { on_off_state_r: 1 },
      { older: { ...unread, on_off_state_r: T0 - 5 } },
      60,
    ],
    ['only the frequency cannot be read, it is on', { on_off_state_r: 1 }, { older: unread }, 10],
    ['only the frequency cannot be read, it is off', { on_off_state_r: 3 }, { older: unread }, 60],
    ['only the frequency cannot be read, it is in fault', { on_off_state_r: 4 }, { older: unread }, 60],
  ] as const)('R4.4 the next frame comes when the board says so: %s', (_case, values, more, staleAt) => {
    const running = pump(40, more);
    const last = { ...running, data: { ...running.data, ...values } };
    expect(freshness(last, 'temperature_mnb', true, T0 + staleAt - 1)).toBe('live');
    expect(freshness(last, 'temperature_mnb', true, T0 + staleAt)).toBe('stale');
  });

  it('R4.4 what the last frame could not measure is stale within two of the shorter intervals', () => {
    const asleep = pump(0, { older: { modbus: T0 - 3 } });
    expect(freshness(asleep, 'modbus', true, T0 + 6)).toBe('live');
    expect(freshness(asleep, 'modbus', true, T0 + 7)).toBe('stale');
    expect(freshness(asleep, 'temperature_mnb', true, T0 + 7)).toBe('live');
    const slow = pump(40, { older: { modbus: T0 - 60 }, every_s: { running: 60, asleep: 600 } });
    expect(freshness(slow, 'modbus', true, T0 + 59)).toBe('live');
    expect(freshness(slow, 'modbus', true, T0 + 60)).toBe('stale');
  });

  it('R4.4 offline makes everything stale at once', () => {
    expect(freshness(pump(40), 'frequency_fc', false, T0)).toBe('stale');
    expect(freshness(pump(40), 'temperature_mnb', false, T0)).toBe('stale');
  });

  it('contract.md 2: fc 0 makes what comes through the converter stale at once, and nothing else', () => {
    const silent = pump(40, { fc: 0 });
    expect(freshness(silent, 'frequency_fc', true, T0)).toBe('stale');
    expect(freshness(silent, 'modbus', true, T0)).toBe('stale');
    expect(freshness(silent, 'temperature_mnb', true, T0)).toBe('live');
  });

  it('a field that is older than its frame ages by itself', () => {
    const last = pump(40, { older: { modbus: T0 - 12 } });
    expect(freshness(last, 'modbus', true, T0)).toBe('stale');
    expect(freshness(last, 'frequency_fc', true, T0)).toBe('live');
  });

  it.each([true, false])('a value that never came is neither live nor stale (online: %s)', (isOnline) =>
    expect(freshness(pump(40), 'electro_meter', isOnline, T0)).toBe('never'),
  );
});

describe('isSilent', () => {
  it.each([
    ['running: two frames of 5 s', 40, undefined, 10],
    ['asleep: two frames of 30 s', 0, undefined, 60],
    ['a frame every second', 40, { running: 1, asleep: 5 }, 3],
    ['a frame a minute', 40, { running: 60, asleep: 600 }, 120],
  ] as const)('R4.5 nothing has come: %s', (_case, frequencyHz, every_s, silentAt) => {
    const last = pump(frequencyHz, every_s && { every_s });
    expect(isSilent(last, T0 + silentAt - 1)).toBe(false);
    expect(isSilent(last, T0 + silentAt)).toBe(true);
  });

  it('R4.5 by the arrival: a board whose clock is behind is heard', () => {
    expect(isSilent(pump(40, { ts: T0 - 3600 }), T0)).toBe(false);
  });

  it('R4.5 a board that has never sent a frame is not silent', () => {
    expect(isSilent(emptyLastData('MNB-TE0001'), T0)).toBe(false);
  });
});

describe('freshnessAt: a value that was asked for on its own', () => {
  it.each([
    ['measured just now', pump(40), T0 + 9, T0, true, 'live'],
    ['measured two frames ago, whatever came since', pump(40, { ts: T0 + 10 }), T0 + 10, T0, true, 'stale'],
    ['of a board that is away', pump(40), T0, T0, false, 'stale'],
    ['of a converter that does not answer', pump(40, { fc: 0 }), T0, T0, true, 'stale'],
    ['never measured', pump(40), T0, null, true, 'never'],
  ] as const)('%s', (_case, last, nowS, timeS, isOnline, expected) =>
    expect(freshnessAt(last, 'frequency_fc', timeS, isOnline, nowS)).toBe(expected),
  );
});

it.each([
  ['a server that is heard: by the clock', { lastS: T0 + 60, sinceS: 0 }, 60],
  ['a server that is no longer heard: until its last sign of life', { lastS: T0 + 4, sinceS: 0 }, 4],
  [
    'a server that answers again: without the time in which it did not',
    { lastS: T0 + 60, sinceS: T0 + 58 },
    2,
  ],
  ['a frame since it answers again: by the clock', { lastS: T0 + 60, sinceS: T0 - 5 }, 60],
])('R4.5 the time by which a board is judged: %s', (_case, heard, afterS) => {
  expect(evaluationTimeS(pump(40), heard, T0 + 60)).toBe(T0 + afterS);
});
