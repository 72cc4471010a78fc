import type { LastData } from '@manoboard/contract/device/device';
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
    ['is 0 for a value just measured', pump(40), T0, 0],
    ['is counted in seconds', pump(40), T0 + 90, 90],
    [
      'uses the own time of a field that is older than the frame',
      pump(40, { older: { frequency_fc: T0 - 60 } }),
      T0 + 5,
      65,
    ],
    ['is never negative', pump(40), T0 - 10, 0],
    ['is null for a value that was never reported', pump(null), T0, null],
  ])('%s', (_case, last, nowS, expected) => expect(ageS(last, 'frequency_fc', nowS)).toBe(expected));
});

describe('freshness', () => {
  it.each([
    ['running: the second frame of 5 s is not due yet', 40, 9, 'live'],
    ['running: at two frames the value is stale', 40, 10, 'stale'],
    ['asleep: the second frame of 30 s is not due yet', 0, 59, 'live'],
    ['asleep: at two frames the value is stale', 0, 60, 'stale'],
    ['unknown frequency: live as while asleep', null, 59, 'live'],
    ['unknown frequency: stale as while asleep', null, 60, 'stale'],
  ] as const)('R4.4 %s', (_case, frequencyHz, age, expected) =>
    expect(freshness(pump(frequencyHz), 'modbus', true, T0 + age)).toBe(expected),
  );

  it.each([
    ['a frame a minute, running', 40, { running: 60, asleep: 600 }, 120],
    ['a frame a minute, asleep', 0, { running: 60, asleep: 600 }, 1200],
    ['a frame every two seconds', 40, { running: 2, asleep: 30 }, 4],
    // Times are whole seconds: a slightly late frame cannot be distinguished from a missing one.
    ['a frame every second', 40, { running: 1, asleep: 5 }, 3],
    ['the longest interval, running', 40, { running: 300, asleep: 3600 }, 600],
    ['the longest interval, asleep', 0, { running: 300, asleep: 3600 }, 7200],
  ] as const)(
    'R4.4 values are stale after two frames of the configured interval: %s',
    (_case, frequencyHz, every_s, staleAt) => {
      const last = pump(frequencyHz, { every_s });
      expect(freshness(last, 'modbus', true, T0 + staleAt - 1)).toBe('live');
      expect(freshness(last, 'modbus', true, T0 + staleAt)).toBe('stale');
    },
  );

  const unread = { frequency_fc: T0 - 5 };
  it.each([
    ['the converter is lost', { on_off_state_r: 1 }, { fc: 0 }, 60],
    [
      'no converter field can be read',
      { on_off_state_r: 1 },
      { older: { ...unread, on_off_state_r: T0 - 5 } },
      60,
    ],
    ['only the frequency cannot be read, the pump is on', { on_off_state_r: 1 }, { older: unread }, 10],
    ['only the frequency cannot be read, the pump is off', { on_off_state_r: 3 }, { older: unread }, 60],
    ['only the frequency cannot be read, the pump is in fault', { on_off_state_r: 4 }, { older: unread }, 60],
  ] as const)('R4.4 the reported state selects the frame interval: %s', (_case, values, more, staleAt) => {
    const running = pump(40, more);
    const last = { ...running, data: { ...running.data, ...values } };
    expect(freshness(last, 'temperature_mnb', true, T0 + staleAt - 1)).toBe('live');
    expect(freshness(last, 'temperature_mnb', true, T0 + staleAt)).toBe('stale');
  });

  it('R4.4 a field that the last frame could not measure is stale after two of the shorter intervals', () => {
    const asleep = pump(0, { older: { modbus: T0 - 3 } });
    expect(freshness(asleep, 'modbus', true, T0 + 6)).toBe('live');
    expect(freshness(asleep, 'modbus', true, T0 + 7)).toBe('stale');
    expect(freshness(asleep, 'temperature_mnb', true, T0 + 7)).toBe('live');
    const slow = pump(40, { older: { modbus: T0 - 60 }, every_s: { running: 60, asleep: 600 } });
    expect(freshness(slow, 'modbus', true, T0 + 59)).toBe('live');
    expect(freshness(slow, 'modbus', true, T0 + 60)).toBe('stale');
  });

  it('R4.4 all fields of an offline board are stale at once', () => {
    expect(freshness(pump(40), 'frequency_fc', false, T0)).toBe('stale');
    expect(freshness(pump(40), 'temperature_mnb', false, T0)).toBe('stale');
  });

  it('protocol.md, Frames: fc 0 makes only converter fields stale at once', () => {
    const silent = pump(40, { fc: 0 });
    expect(freshness(silent, 'frequency_fc', true, T0)).toBe('stale');
    expect(freshness(silent, 'modbus', true, T0)).toBe('stale');
    expect(freshness(silent, 'temperature_mnb', true, T0)).toBe('live');
  });

  it('a field that is older than its frame has its own age', () => {
    const last = pump(40, { older: { modbus: T0 - 12 } });
    expect(freshness(last, 'modbus', true, T0)).toBe('stale');
    expect(freshness(last, 'frequency_fc', true, T0)).toBe('live');
  });

  it.each([true, false])(
    'a value that was never reported is neither live nor stale (online: %s)',
    (isOnline) => expect(freshness(pump(40), 'electro_meter', isOnline, T0)).toBe('never'),
  );
});

describe('isSilent', () => {
  it.each([
    ['running: two frames of 5 s', 40, undefined, 10],
    ['asleep: two frames of 30 s', 0, undefined, 60],
    ['a frame every second', 40, { running: 1, asleep: 5 }, 3],
    ['a frame a minute', 40, { running: 60, asleep: 600 }, 120],
  ] as const)(
    'R4.5 a board is silent after two missing frames: %s',
    (_case, frequencyHz, every_s, silentAt) => {
      const last = pump(frequencyHz, every_s && { every_s });
      expect(isSilent(last, T0 + silentAt - 1)).toBe(false);
      expect(isSilent(last, T0 + silentAt)).toBe(true);
    },
  );

  it('R4.5 a board whose clock is behind is not silent', () => {
    expect(isSilent(pump(40, { ts: T0 - 3600 }), T0)).toBe(false);
  });

  it('R4.5 a board that has never sent a frame is not silent', () => {
    expect(isSilent(emptyLastData('MNB-TE0001'), T0)).toBe(false);
  });
});

describe('freshnessAt, for a value that was requested separately', () => {
  it.each([
    ['a value measured just now is live', pump(40), T0 + 9, T0, true, 'live'],
    [
      'a value measured two frames ago is stale despite later frames',
      pump(40, { ts: T0 + 10 }),
      T0 + 10,
      T0,
      true,
      'stale',
    ],
    ['a value of an offline board is stale', pump(40), T0, T0, false, 'stale'],
    ['a value of a converter that does not answer is stale', pump(40, { fc: 0 }), T0, T0, true, 'stale'],
    ['a value without a time was never measured', pump(40), T0, null, true, 'never'],
  ] as const)('%s', (_case, last, nowS, timeS, isOnline, expected) =>
    expect(freshnessAt(last, 'frequency_fc', timeS, isOnline, nowS)).toBe(expected),
  );
});

it.each([
  ['the current time while the server answers', { lastS: T0 + 60, sinceS: 0 }, 60],
  ['the last answer of a server that no longer answers', { lastS: T0 + 4, sinceS: 0 }, 4],
  [
    'the current time minus the outage after the server answers again',
    { lastS: T0 + 60, sinceS: T0 + 58 },
    2,
  ],
  ['the current time when a frame arrived after the outage', { lastS: T0 + 60, sinceS: T0 - 5 }, 60],
])('R4.5 evaluation time of a board: %s', (_case, heard, afterS) => {
  expect(evaluationTimeS(pump(40), heard, T0 + 60)).toBe(T0 + afterS);
});
