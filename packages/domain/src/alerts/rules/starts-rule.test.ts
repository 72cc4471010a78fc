import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { describe, expect, it } from 'vitest';
import { DAY_S } from '../../time.ts';
import { evaluate, newRuleState } from './evaluate.ts';
import { START_CAUSE, startCause } from './start-days.ts';
import { permittedStarts } from './starts-rule.ts';

it.each<[PumpValues, number | undefined]>([
  [{}, undefined],
  [{ motor_kw: 1.1 }, undefined],
  [{ motor_kw: 0.37, motor_phases: 1 }, 300],
  [{ motor_kw: 1.1, motor_phases: 1 }, 100],
  [{ motor_kw: 1.1, motor_phases: 3 }, 300],
  [{ motor_kw: 4, motor_phases: 3 }, 300],
  [{ motor_kw: 5.5, motor_phases: 1 }, 50],
  [{ motor_kw: 5.5, motor_phases: 3 }, 100],
  [{ motor_kw: 37, motor_phases: 3 }, 50],
  [{ motor_kw: 4, motor_phases: 3, starts_per_day: 60 }, 60],
])('starts that the motor %j permits in 24 hours: %s', (card, expected) =>
  expect(permittedStarts(card)).toBe(expected),
);

/** What is raised in a day of so many starts. */
function raisedBy(card: PumpValues, perDay: number) {
  let state = newRuleState();
  const raised: string[] = [];
  for (let s = 0; s < DAY_S; s += 60) {
    const isRunning = Math.floor((s * perDay) / DAY_S) !== Math.floor(((s - 60) * perDay) / DAY_S);
    const values = { on_off_state_r: 1, frequency_fc: isRunning ? 40 : 0 };
    const input = { kind: 'frame', atMs: 1000 * s, fc: 1, hasClock: true, values } as const;
    const result = evaluate(state, input, { card });
    state = result.state;
    for (const { kind, severity } of result.raised) if (kind === 'short_cycling') raised.push(severity);
  }
  return raised;
}

describe('too frequent starts by the motor', () => {
  it.each<[string, PumpValues, number, string[]]>([
    ['a three-phase motor of 1.1 kW', { motor_kw: 1.1, motor_phases: 3 }, 200, []],
    ['a single-phase motor of 1.1 kW', { motor_kw: 1.1, motor_phases: 1 }, 130, ['warning']],
    ['a three-phase motor of 7.5 kW', { motor_kw: 7.5, motor_phases: 3 }, 130, ['warning']],
    [
      'a motor of 7.5 kW at more than twice its limit',
      { motor_kw: 7.5, motor_phases: 3 },
      230,
      ['warning', 'alarm'],
    ],
    ['a limit of the card', { starts_per_day: 400 }, 300, []],
    ['an unknown motor', {}, 170, ['warning']],
  ])('%s', (_case, card, perDay, expected) => expect(raisedBy(card, perDay)).toEqual(expected));
});

it('an alert of hours with many starts lasts until a day without them: one alert, not one for each draw', () => {
  let state = newRuleState();
  const log: string[] = [];
  for (let s = 0; s < 5 * DAY_S; s += 60) {
    // Three hours of 30 starts on each of three evenings.
    const isDraw = s < 3 * DAY_S && s % DAY_S > 61_200 && s % DAY_S < 72_000;
    const values = { on_off_state_r: 1, frequency_fc: isDraw && s % 120 === 0 ? 40 : 0 };
    const input = { kind: 'frame', atMs: 1000 * s, fc: 1, hasClock: true, values } as const;
    const result = evaluate(state, input, {});
    state = result.state;
    for (const { kind } of result.raised) if (kind === 'short_cycling') log.push('raised');
    for (const { kind } of result.cleared) if (kind === 'short_cycling') log.push('cleared');
  }
  expect(log).toEqual(['raised', 'cleared']);
});

/** The cause that is named when a pump with a tank of 8 l starts too often for two hours. */
function causeOf(restS: (atS: number) => number, card: PumpValues = {}) {
  let state = newRuleState();
  let stoppedS = 0;
  for (let s = 0; s < DAY_S; s += 10) {
    const isRunning = s - stoppedS >= restS(s);
    if (isRunning && s - stoppedS >= restS(s) + 30) stoppedS = s + 10;
    const values = { on_off_state_r: 1, frequency_fc: isRunning ? 40 : 0, pressure: 4 };
    const input = { kind: 'frame', atMs: 1000 * s, fc: 1, hasClock: true, values } as const;
    const result = evaluate(state, input, { card });
    state = result.state;
    const raised = result.raised.find(({ kind }) => kind === 'short_cycling');
    if (raised) return raised.numbers.cause;
  }
  return undefined;
}

describe('the cause of frequent starts at the first alert', () => {
  it('a pump that never rests for five minutes in two hours of starts has a leak, before any night is over', () =>
    expect(causeOf(() => 90)).toBe(START_CAUSE.leak));

  /** Nobody draws water at night. */
  const draws = (s: number) => (s < 6 * 3600 ? DAY_S : s % 1800 < 600 ? 400 : 60);
  it('draws with rests between them are no leak', () => expect(causeOf(draws)).toBe(START_CAUSE.unknown));

  const known = { motor_kw: 1.1, starts_per_day: 900 };
  it('a motor that permits the starts of a small tank needs no alert, but a leak does', () => {
    expect(causeOf(draws, known)).toBeUndefined();
    expect(causeOf(() => 90, known)).toBe(START_CAUSE.leak);
  });
});

describe('the cause of frequent starts', () => {
  const past = Array.from({ length: 7 }, (): [number, number] => [60, 60 * 90_000]);
  const today = (starts: number, runMs: number) => ({ day: 9, past, starts, ranMs: starts * runMs });

  it.each([
    ['water runs without a rest: a leak', today(160, 30_000), true, START_CAUSE.leak],
    ['more and shorter runs than usual: lost air', today(160, 40_000), false, START_CAUSE.lostAir],
    ['more runs of the usual length: unknown', today(160, 90_000), false, START_CAUSE.unknown],
    ['as usual: a small tank', today(65, 90_000), false, START_CAUSE.smallTank],
    ['nothing learned: unknown', { ...today(160, 40_000), past: [] }, false, START_CAUSE.unknown],
  ])('%s', (_case, days, isLeaking, expected) =>
    expect(startCause(days, days.starts, isLeaking)).toBe(expected),
  );
});
