import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts';
import { isNoticeHour, isSummaryDay, suspectedLeak, type WeekHour, weekSummary } from './quiet-notices.ts';
import type { Night } from './rules/memory.ts';

const DAY = 20_000;
const NO_SKIP = { skipFrom: 0, skipTo: 0 };
const hour = { starts: 4, ranS: 200, seenS: 3600, longestS: 900, fall: 0, restS: 0 };
/** A start every 15 minutes, or none. */
const night = (day: number, isLeaking: boolean): Night => ({
  day,
  startsS: [],
  hours: Array.from({ length: 4 }, () =>
    isLeaking ? hour : { ...hour, starts: 0, ranS: 0, longestS: 3600 },
  ),
});
const at = (day: number) => day * DAY_MS + 6.5 * HOUR_MS;

it.each([
  ['the first night is a suspicion', [night(DAY - 1, false), night(DAY, true)], { minutes: 15 }],
  ['a first night without one before is a suspicion', [night(DAY, true)], { minutes: 15 }],
  ['the second night is an alert, no suspicion', [night(DAY - 1, true), night(DAY, true)], undefined],
  ['a clean night is none', [night(DAY - 1, true), night(DAY, false)], undefined],
  ['a night of an earlier day is none', [night(DAY - 1, true)], undefined],
  ['no night is none', [], undefined],
])('leak: %s', (_title, nights, expected) =>
  expect(suspectedLeak(nights, NO_SKIP, {}, at(DAY))).toEqual(expected),
);

it('notices are made at six in the morning, the summary on Mondays', () => {
  const monday = Date.UTC(2026, 10, 16, 6, 30);
  expect([isNoticeHour(monday), isNoticeHour(monday + HOUR_MS)]).toEqual([true, false]);
  expect([isSummaryDay(monday), isSummaryDay(monday + DAY_MS)]).toEqual([true, false]);
});

const hours = (count: number, more: Partial<WeekHour>): WeekHour[] =>
  Array.from({ length: count }, () => ({ seenMs: HOUR_MS, rssiDbm: -60, ...more }));

const NOTHING_TOLD = { hasWifiAlert: false, offlineAfterMs: 30 * MINUTE_MS };

it.each([
  ['a quiet week has no line', hours(168, {}), undefined],
  ['weak Wi-Fi of some hours', hours(6, { rssiDbm: -84 }), { wifi_h: 6, offline_min: 0, short_h: 0 }],
  ['weak Wi-Fi of one hour is not worth a line', hours(1, { rssiDbm: -84 }), undefined],
  [
    'short silences',
    hours(3, { seenMs: HOUR_MS - 8 * MINUTE_MS }),
    { wifi_h: 0, offline_min: 24, short_h: 0 },
  ],
  ['a long silence has its own alert', hours(3, { seenMs: 0 }), undefined],
  [
    'a garden that takes more than the pump gives',
    hours(2, { frequencyHz: 50, pressureBar: 2, requiredBar: 4 }),
    { wifi_h: 0, offline_min: 0, short_h: 2 },
  ],
  ['an unknown required pressure says nothing', hours(2, { frequencyHz: 50, pressureBar: 2 }), undefined],
])('summary of the week: %s', (_title, week, expected) =>
  expect(weekSummary(week, NOTHING_TOLD)).toEqual(expected),
);

it('summary of the week: what an alert has told is not repeated', () => {
  const week = [...hours(6, { rssiDbm: -84 }), ...hours(3, { seenMs: HOUR_MS - 8 * MINUTE_MS })];
  expect(weekSummary(week, { ...NOTHING_TOLD, hasWifiAlert: true })).toEqual({
    wifi_h: 0,
    offline_min: 24,
    short_h: 0,
  });
  // A pump that matters has an alert after five minutes.
  expect(weekSummary(week, { hasWifiAlert: true, offlineAfterMs: 5 * MINUTE_MS })).toBeUndefined();
});
