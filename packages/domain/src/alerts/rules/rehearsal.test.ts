import { rehearseAtRandom } from '@manoboard/testkit/random-inputs';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../time.ts';
import { alertRules } from './alert-rules.ts';
import { createInputOrder } from './input-order.ts';
import type { RuleInput } from './inputs.ts';
import { alertsOnlyIn, createRehearsal, otherValues } from './rehearsal.ts';

const START_MS = Date.UTC(2026, 8, 1);

it('a rehearsal raises what a replay of all rules raises, on random series', () => {
  let alerts = 0;
  for (let seed = 1; seed <= 34; seed++) {
    const { rehearsed, replayed, kind } = rehearseAtRandom(seed, 5);
    const { today, changed, others } = rehearsed;
    expect({ seed, kind, today: today.alerts, changed: changed.alerts, others }).toEqual({
      seed,
      kind,
      ...replayed,
    });
    alerts += today.alerts.length + changed.alerts.length;
  }
  // Series without alerts would prove nothing.
  expect(alerts).toBeGreaterThan(15);
});

describe('a rehearsal of a hot converter', () => {
  const frame = (s: number, temperature_fc: number): RuleInput => ({
    kind: 'frame',
    atMs: START_MS + 1000 * s,
    fc: 1,
    hasClock: true,
    values: { temperature_fc },
  });
  function rehearse(vary = 'warnC') {
    const rehearsal = createRehearsal({
      kind: 'over_temperature',
      settings: {},
      thresholds: { warnC: 72, clearAfterS: 60 },
      vary,
      values: [90, 85],
      dayStartsMs: [START_MS, START_MS + 2 * HOUR_MS],
    });
    for (let s = 0; s < 4 * 3600; s += 60)
      rehearsal.input(frame(s, s < 1800 ? 80 : s >= 9000 && s < 10_800 ? 73 : 50));
    return rehearsal.result();
  }

  it('has the alerts of today, those that are new, and counts for other numbers', () => {
    const { today, changed, others, frames } = rehearse();
    expect(frames).toBe(240);
    expect(today.numbers).toMatchObject({ afterS: 60, clearAfterS: 300, warnC: 75 });
    expect(changed.numbers).toMatchObject({ afterS: 60, clearAfterS: 60, warnC: 72 });
    expect(today.alerts).toHaveLength(1);
    expect(changed.alerts).toHaveLength(2);
    expect(alertsOnlyIn(changed.alerts, today.alerts).map(({ atMs: raisedMs }) => raisedMs)).toEqual([
      START_MS + 9_060_000,
    ]);
    expect(alertsOnlyIn(today.alerts, changed.alerts)).toEqual([]);
    expect(others).toEqual([
      { value: 90, count: 0 },
      { value: 85, count: 0 },
    ]);
  });

  it('has the highest temperature of each day, or the longest time of the condition', () => {
    expect(rehearse().peaks).toEqual([80, 73]);
    expect(rehearse('afterS').peaks).toEqual([1740, 1740]);
  });
});

describe('stored inputs', () => {
  const order = () => {
    const passed: string[] = [];
    const { frame, ...rest } = createInputOrder((input) =>
      passed.push(
        `${(input.atMs - START_MS) / 1000} ${input.kind === 'tick' ? (input.isOnline ? 'online' : 'offline') : input.kind}`,
      ),
    );
    return {
      passed,
      ...rest,
      frame: (s: number, receivedS = s) =>
        frame(
          { kind: 'frame', atMs: START_MS + 1000 * s, fc: 1, hasClock: true, values: {} },
          START_MS + 1000 * receivedS,
        ),
    };
  };

  it('a board without arriving frames is offline 30 s after the last one, and judged each minute', () => {
    const { passed, frame } = order();
    frame(0);
    frame(200);
    expect(passed).toEqual([
      '0 online',
      '0 frame',
      '30 offline',
      '90 offline',
      '150 offline',
      '200 online',
      '200 frame',
    ]);
  });

  it('frames that the board kept while it was offline are judged at their own time', () => {
    const { passed, frame, end } = order();
    frame(0);
    frame(100, 200);
    frame(160, 201);
    end(START_MS + 230_000);
    expect(passed.slice(2)).toEqual([
      '30 offline',
      '90 offline',
      '100 frame',
      '150 offline',
      '160 frame',
      '200 online',
    ]);
  });

  it('events come in the order of time, also behind the last frame', () => {
    const { passed, frame, add, end } = order();
    add([
      { kind: 'config', atMs: START_MS + 20_000, isApplied: true },
      { kind: 'config', atMs: START_MS + 5000, isApplied: false },
    ]);
    frame(10);
    end(START_MS + 30_000);
    expect(passed).toEqual(['5 config', '10 online', '10 frame', '20 config']);
  });
});

it.each([
  ['short_cycling', 'perHour', 20, 14, [10, 12, 14, 16, 18, 20, 22, 24]],
  ['weak_wifi', 'dbm', -80, -80, [-90, -85, -80, -75, -70, -65, -60]],
  ['board_offline', 'afterS', 300, 900, [0, 300, 600, 900, 1200, 1500, 1800]],
] as const)(
  '%s: other values of %s are round, within the limits, and include both numbers',
  (kind, name, today, next, expected) => {
    const threshold = alertRules[kind].thresholds[name];
    const values = threshold ? otherValues(threshold, today, next) : [];
    expect(values).toEqual(expect.arrayContaining([today, next]));
    expect(values.every((value) => value >= (threshold?.low ?? 0) && value <= (threshold?.high ?? 0))).toBe(
      true,
    );
    expect(values).toEqual(expected);
  },
);
