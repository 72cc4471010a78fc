import type { LastData } from '@manoboard/contract/device';
import { describe, expect, it } from 'vitest';
import { ageS, freshness } from './freshness.ts';
import { noData } from './last-data.ts';

const T0 = 1_800_000_000;

/** A pump whose last frame was measured at T0. */
function pump(frequencyHz: number | null, more: Partial<LastData> = {}): LastData {
  const none = noData('MNB-TE0001');
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
    ['running: two frames of 5 s may be missing', 40, 11, 'live'],
    ['running: then the value is stale', 40, 12, 'stale'],
    ['asleep: two frames of 30 s may be missing', 0, 61, 'live'],
    ['asleep: then the value is stale', 0, 62, 'stale'],
    ['unknown frequency: as asleep', null, 61, 'live'],
  ] as const)('R4.4 %s', (_case, frequencyHz, age, expected) =>
    expect(freshness(pump(frequencyHz), 'modbus', true, T0 + age)).toBe(expected),
  );

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
