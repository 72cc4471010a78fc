import type { DeliveryChange, EscalationSettings } from '@manoboard/contract/alert/alert-delivery';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import { describe, expect, it } from 'vitest';
import { type LadderStep, ladderFrom, ladderStates } from './ladder.ts';
import { quietEndMs } from './quiet-hours.ts';
import { isReached, isUnwanted, type ReachFacts, waysOf } from './reach.ts';
import { deliveryFailure, groupByCause, messageForm, nextAttemptMs } from './sending.ts';
import { DEFAULT_ESCALATION, escalationChanges, isChannelOn } from './settings.ts';

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
  const ladder = (
    settings: EscalationSettings,
    severity: 'alarm' | 'warning',
    empty: readonly LadderStep[] = [],
    first: LadderStep = 'owner',
  ) =>
    ladderFrom(first, { settings, severity, hasPeople: (step) => !empty.includes(step) }).map(
      ({ step, afterMin, isEmpty }) => `${step} ${isEmpty ? 'nobody' : afterMin}`,
    );
  const noDelegates = { ...DEFAULT_ESCALATION, delegates: false };
  const never = { ...DEFAULT_ESCALATION, alarm_minutes: null };
  const hourly = { ...DEFAULT_ESCALATION, warning_minutes: 60 };

  it.each([
    [
      'an alarm passes on every quarter of an hour',
      DEFAULT_ESCALATION,
      'alarm',
      ['owner 0', 'delegates 15', 'technicians 30'],
    ],
    ['a step that is switched off is skipped', noDelegates, 'alarm', ['owner 0', 'technicians 15']],
    ['a warning does not escalate by default', DEFAULT_ESCALATION, 'warning', ['owner 0']],
    ['a warning escalates if set', hourly, 'warning', ['owner 0', 'delegates 60', 'technicians 120']],
    ['an alarm does not escalate if switched off', never, 'alarm', ['owner 0']],
  ] as const)('%s', (_rule, settings, severity, expected) => {
    expect(ladder(settings, severity)).toEqual(expected);
  });

  it.each([
    [
      'the technicians take the time of missing delegates',
      ['delegates'],
      'owner',
      ['owner 0', 'delegates nobody', 'technicians 15'],
    ],
    [
      'without an owner the delegates are first',
      ['owner'],
      'owner',
      ['owner nobody', 'delegates 0', 'technicians 15'],
    ],
    [
      'without holders the technicians are first',
      ['owner', 'delegates'],
      'owner',
      ['owner nobody', 'delegates nobody', 'technicians 0'],
    ],
    [
      'a due step without people passes on at once',
      ['delegates'],
      'delegates',
      ['delegates nobody', 'technicians 0'],
    ],
    ['the technicians are the end', [], 'technicians', ['technicians 0']],
  ] as const)('%s', (_rule, empty, first, expected) => {
    expect(ladder(DEFAULT_ESCALATION, 'alarm', empty, first)).toEqual(expected);
  });

  const states = (
    reached: Partial<Record<LadderStep, number>>,
    next: { step: LadderStep; atS: number } | null,
    empty: readonly LadderStep[] = [],
  ) =>
    ladderStates({
      settings: DEFAULT_ESCALATION,
      severity: 'alarm',
      next,
      hasPeople: (step) => !empty.includes(step),
      reachedS: new Map(Object.entries(reached) as [LadderStep, number][]),
    }).map(({ step, afterMin, state, atS }) => `${step} ${state} ${afterMin} min ${atS ?? '-'}`);

  it('the announced time of a step is the time at which it is planned, also when nobody is there before it', () => {
    const next = { step: 'delegates', atS: 900 } as const;
    expect(states({ owner: 0 }, next)).toEqual([
      'owner reached 0 min 0',
      'delegates due 15 min 900',
      'technicians due 30 min 1800',
    ]);
    expect(states({ owner: 0 }, next, ['delegates'])).toEqual([
      'owner reached 0 min 0',
      'delegates nobody 15 min -',
      'technicians due 15 min 900',
    ]);
    // The plan of the server at 900 s.
    expect(ladder(DEFAULT_ESCALATION, 'alarm', ['delegates'], 'delegates')).toEqual([
      'delegates nobody',
      'technicians 0',
    ]);
    expect(states({ owner: 0, technicians: 901 }, null, ['delegates'])).toEqual([
      'owner reached 0 min 0',
      'delegates nobody 15 min -',
      'technicians reached 15 min 901',
    ]);
  });

  it('an alert that was taken stops the ladder; steps without people are shown as such', () => {
    expect(states({ owner: 0 }, null)).toEqual([
      'owner reached 0 min 0',
      'delegates stopped 15 min -',
      'technicians stopped 30 min -',
    ]);
    expect(states({ technicians: 0 }, null, ['owner', 'delegates'])).toEqual([
      'owner nobody 0 min -',
      'delegates nobody 0 min -',
      'technicians reached 0 min 0',
    ]);
  });

  it('only settings that differ are changes', () => {
    const after = { ...DEFAULT_ESCALATION, alarm_minutes: 5, technicians: false };
    expect(escalationChanges(DEFAULT_ESCALATION, DEFAULT_ESCALATION)).toEqual([]);
    expect(escalationChanges(DEFAULT_ESCALATION, after)).toEqual([
      { field: 'escalation.alarm_minutes', old: 15, new: 5 },
      { field: 'escalation.technicians', old: true, new: false },
    ]);
  });
});

describe('ways to a person', () => {
  const facts: ReachFacts = { isEmailConfirmed: true, browsers: 0, webhooks: 0, settings: null };
  const quiet = { mail: false, push: false, webhook: false };
  const off = { matrix: { alarm: quiet, warning: quiet } };
  it.each([
    ['a mail server delivers to a confirmed address', facts, 'server', 'ok no_browser no_webhook', true],
    ['the demo shows its mails', facts, 'demo', 'ok no_browser no_webhook', true],
    ['a file is not a delivered mail', facts, 'files', 'no_mail_server no_browser no_webhook', false],
    [
      'an address that is not confirmed gets nothing',
      { ...facts, isEmailConfirmed: false },
      'server',
      'unconfirmed no_browser no_webhook',
      false,
    ],
    ['a browser is enough', { ...facts, browsers: 2 }, 'files', 'no_mail_server ok no_webhook', true],
    ['a webhook is enough', { ...facts, webhooks: 1 }, 'files', 'no_mail_server no_browser ok', true],
    [
      'switched-off channels deliver nothing',
      { ...facts, browsers: 1, settings: off },
      'server',
      'off off off',
      false,
    ],
  ] as const)('%s', (_rule, person, service, expected, isDelivered) => {
    const ways = waysOf(person, { severity: 'alarm' }, service);
    expect(Object.values(ways).join(' ')).toBe(expected);
    expect(isReached(ways)).toBe(isDelivered);
    expect(isUnwanted(ways)).toBe(expected === 'off off off');
  });

  const all = { mail: true, push: true, webhook: true };
  it.each([
    ['a lost connection has its own row', 'board_offline', 'warning', { connection: quiet }, false],
    ['a weak Wi-Fi belongs to the connection', 'weak_wifi', 'warning', { connection: quiet }, false],
    ['a change of behaviour has its own row', 'behaves_differently', 'warning', { unusual: quiet }, false],
    ['another warning is not in these rows', 'leak', 'warning', { connection: quiet, unusual: quiet }, true],
    [
      'a row that was never set is like other warnings',
      'board_offline',
      'warning',
      { warning: quiet },
      false,
    ],
    ['a critical alert ignores the rows of warnings', 'board_offline', 'alarm', { connection: quiet }, true],
  ] as const)('%s', (_rule, kind, severity, rows, isOn) => {
    const settings = { matrix: { alarm: all, warning: all, ...rows } };
    expect(isChannelOn(settings, { kind, severity }, 'mail')).toBe(isOn);
  });
});

it.each([
  ['waiting', null, null, null],
  ['waiting', 'ECONNREFUSED 10.0.0.7', null, 'retrying'],
  ['failed', '550 mailbox full', 60_000, 'rejected'],
  ['failed', 'ECONNREFUSED 10.0.0.7', 12 * 3_600_000, 'given_up'],
  ['sent', null, null, null],
] as const)(
  'a delivery that is %s with the error %s has a code without addresses',
  (state, reason, failedAtMs, code) => {
    expect(deliveryFailure({ state, reason, plannedAtMs: 0, failedAtMs })).toBe(code);
  },
);

describe('alerts with one cause', () => {
  const alertAt = (
    n: number,
    minute: number,
    kind: AlertKind = 'under_voltage',
    change: DeliveryChange = 'raised',
  ) => ({
    kind,
    change,
    deviceId: `MNB-${n}`,
    raisedAt: new Date(minute * 60_000),
  });
  const six = [1, 2, 3, 4, 5, 6];
  it.each([
    ['more than five devices within ten minutes are a group', six.map((n) => alertAt(n, n)), [6]],
    ['five devices are not', six.slice(1).map((n) => alertAt(n, n)), []],
    ['one device with many alerts is not', six.map((n) => alertAt(1, n)), []],
    ['alerts that are spread over an hour are not', six.map((n) => alertAt(n, 12 * n)), []],
    ['kinds are not mixed', six.map((n) => alertAt(n, 0, n > 3 ? 'dry_run' : 'weak_wifi')), []],
    [
      'raised and cleared ones are not mixed',
      six.flatMap((n) => [alertAt(n, 0), alertAt(n, 1, 'under_voltage', 'cleared')]),
      [6, 6],
    ],
  ])('%s', (_name, alerts, sizes) => {
    const { groups, others } = groupByCause(alerts);
    expect(groups.map((group) => group.length)).toEqual(sizes);
    expect(others).toHaveLength(alerts.length - groups.flat().length);
  });
});
