import { expect, it } from 'vitest';
import { dayOf, daysToPrepare, isExpiredDay } from './frame-days.ts';

const at = (time: string) => Date.parse(time);
const day = (date: string) => dayOf(at(`${date}T12:00:00Z`));

it('the day of a frame changes at midnight UTC', () => {
  expect(dayOf(at('2026-05-02T00:00:00Z')) - dayOf(at('2026-05-01T23:59:59.999Z'))).toBe(1);
});

it('partitions are prepared for yesterday, today and two days ahead', () => {
  const days = ['2026-04-30', '2026-05-01', '2026-05-02', '2026-05-03'].map(day);
  expect(daysToPrepare(at('2026-05-01T23:59:59Z'))).toEqual(days);
});

it.each([
  ['a day is kept until its last frame is as old as the retention', '2026-04-01T23:59:59.999Z', 30, false],
  ['a day expires when its last frame is as old as the retention', '2026-04-02T00:00:00Z', 30, true],
  ['with a retention of one day yesterday is kept', '2026-03-03T23:59:59Z', 1, false],
  ['with a retention of one day the day before yesterday expires', '2026-03-04T00:00:00Z', 1, true],
] as const)('%s', (_rule, now, retentionDays, expected) =>
  expect(isExpiredDay(day('2026-03-02'), at(now), retentionDays)).toBe(expected),
);
