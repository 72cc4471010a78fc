import { describe, expect, it } from 'vitest';
import { quietEndMs } from './quiet-hours.ts';
import { messageForm, nextAttemptMs } from './sending.ts';
import { DEFAULT_ESCALATION, escalationChanges, ladderOf, nextStep } from './settings.ts';

const BRATISLAVA = 'Europe/Bratislava';

describe('quiet hours', () => {
  const night = { quiet_hours: { from: '22:00', to: '06:30' }, zone: BRATISLAVA };
  const noon = { quiet_hours: { from: '12:00', to: '13:00' }, zone: BRATISLAVA };
  it.each([
    [
      'hold a warning of the evening until the morning',
      night,
      '2026-11-16T21:00:00Z',
      '2026-11-17T05:30:00Z',
    ],
    [
      'hold a warning after midnight until the same morning',
      night,
      '2026-11-17T02:00:00Z',
      '2026-11-17T05:30:00Z',
    ],
    ['begin at their first minute', night, '2026-11-16T21:00:00Z', '2026-11-17T05:30:00Z'],
    ['are over at their end', night, '2026-11-17T05:30:00Z', undefined],
    ['hold nothing by day', night, '2026-11-16T12:00:00Z', undefined],
    ['may lie within a day', noon, '2026-11-16T11:30:00Z', '2026-11-16T12:00:00Z'],
    ['follow the clock change in spring', night, '2026-03-28T22:00:00Z', '2026-03-29T04:30:00Z'],
    ['follow the clock change in autumn', night, '2026-10-24T21:00:00Z', '2026-10-25T05:30:00Z'],
    ['do not exist without a setting', { ...night, quiet_hours: null }, '2026-11-16T23:00:00Z', undefined],
    [
      'of no length hold nothing',
      { ...night, quiet_hours: { from: '08:00', to: '08:00' } },
      '2026-11-16T07:00:00Z',
      undefined,
    ],
  ])('%s', (_rule, settings, at, end) => {
    expect(quietEndMs(settings, 'warning', Date.parse(at))).toBe(end && Date.parse(end));
  });

  it('never hold an alarm', () => {
    expect(quietEndMs(night, 'alarm', Date.parse('2026-11-17T02:00:00Z'))).toBeUndefined();
  });

  it('that end in an hour which the clock repeats end once', () => {
    const settings = { quiet_hours: { from: '22:00', to: '02:30' }, zone: BRATISLAVA };
    const first = quietEndMs(settings, 'warning', Date.parse('2026-10-24T23:00:00Z'));
    expect(first).toBe(Date.parse('2026-10-25T00:30:00Z'));
    // 2:15 for the second time.
    expect(quietEndMs(settings, 'warning', Date.parse('2026-10-25T01:15:00Z'))).toBeUndefined();
  });
});

describe('digest', () => {
  const single = (formedAtMs: number) => ({ formedAtMs, deliveries: 1 });
  const due = { count: 1, wasPostponed: false, recent: [], digestOver: 5 };
  it.each([
    ['a few alerts are sent one by one', { ...due, count: 5 }, { form: 'single' }],
    ['more alerts than allowed in a minute are one digest', { ...due, count: 6 }, { form: 'digest' }],
    [
      'messages of the last minute count',
      { ...due, count: 2, recent: [1, 2, 3, 4].map(single) },
      { form: 'digest' },
    ],
    [
      'a full minute postpones to its end',
      { ...due, recent: [7, 2, 3, 4, 5].map(single) },
      { form: 'later', atMs: 60_002 },
    ],
    [
      'a digest uses up its minute',
      { ...due, recent: [{ formedAtMs: 9, deliveries: 8 }] },
      { form: 'later', atMs: 60_009 },
    ],
    [
      'alerts that were held back are one digest',
      { ...due, count: 2, wasPostponed: true },
      { form: 'digest' },
    ],
    ['one alert that was held back is no digest', { ...due, wasPostponed: true }, { form: 'single' }],
  ])('%s', (_rule, state, form) => expect(messageForm(state)).toEqual(form));
});

it('retries double from 5 s to a minute and end after half a day', () => {
  const first = { attempts: 1, plannedAtMs: 0, startedAtMs: 0, nowMs: 0 };
  const times = [1, 2, 3, 4, 5, 6, 2000].map((attempts) => nextAttemptMs({ ...first, attempts }));
  expect(times).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  const lastMs = 12 * 3_600_000 - 5000;
  expect(nextAttemptMs({ ...first, startedAtMs: lastMs, nowMs: lastMs })).toBe(lastMs + 5000);
  expect(nextAttemptMs({ ...first, startedAtMs: lastMs, nowMs: lastMs + 1 })).toBeUndefined();
});

it.each([
  ['an attempt of 90 s is repeated after 5 s', 6, 90_000, undefined, 95_000],
  ['an attempt of 10 s is repeated a minute after its start', 6, 10_000, undefined, 60_000],
  ['a requested pause counts from the answer', 1, 1000, 120_000, 121_000],
  ['a requested pause shortens no delay', 6, 1000, 2000, 60_000],
  ['a requested pause is an hour at most', 1, 0, 30 * 3_600_000, 3_600_000],
])('%s', (_rule, attempts, nowMs, retryAfterMs, atMs) => {
  expect(nextAttemptMs({ attempts, plannedAtMs: 0, startedAtMs: 0, nowMs, retryAfterMs })).toBe(atMs);
});

describe('escalation', () => {
  it.each([
    ['an alarm passes from the owner to the delegates', DEFAULT_ESCALATION, 'alarm', 'owner', 'delegates'],
    [
      'an alarm passes from the delegates to the technicians',
      DEFAULT_ESCALATION,
      'alarm',
      'delegates',
      'technicians',
    ],
    ['the technicians are the end of the ladder', DEFAULT_ESCALATION, 'alarm', 'technicians', undefined],
    [
      'a step that is switched off is skipped',
      { ...DEFAULT_ESCALATION, delegates: false },
      'alarm',
      'owner',
      'technicians',
    ],
    ['a warning does not escalate by default', DEFAULT_ESCALATION, 'warning', 'owner', undefined],
    [
      'a warning escalates if set',
      { ...DEFAULT_ESCALATION, warning_minutes: 60 },
      'warning',
      'owner',
      'delegates',
    ],
    [
      'an alarm does not escalate if switched off',
      { ...DEFAULT_ESCALATION, alarm_minutes: null },
      'alarm',
      'owner',
      undefined,
    ],
  ] as const)('%s', (_rule, settings, severity, step, next) => {
    expect(nextStep(settings, severity, step)?.step).toBe(next);
  });

  it.each([
    ['alarm', DEFAULT_ESCALATION, ['delegates 15', 'technicians 30']],
    ['alarm', { ...DEFAULT_ESCALATION, delegates: false }, ['technicians 15']],
    ['warning', DEFAULT_ESCALATION, []],
  ] as const)('the ladder of an %s has the time of each step', (severity, settings, expected) => {
    const steps = ladderOf(settings, severity).map(({ step, afterMin }) => `${step} ${afterMin}`);
    expect(steps).toEqual(expected);
  });

  it('only settings that differ are changes', () => {
    const after = { ...DEFAULT_ESCALATION, alarm_minutes: 5, technicians: false };
    expect(escalationChanges(DEFAULT_ESCALATION, DEFAULT_ESCALATION)).toEqual([]);
    expect(escalationChanges(DEFAULT_ESCALATION, after)).toEqual([
      { field: 'escalation.alarm_minutes', old: 15, new: 5 },
      { field: 'escalation.technicians', old: true, new: false },
    ]);
  });

  it('alarms wait a quarter of an hour by default', () => {
    expect(nextStep(DEFAULT_ESCALATION, 'alarm', 'owner')?.afterMs).toBe(15 * 60_000);
  });
});
