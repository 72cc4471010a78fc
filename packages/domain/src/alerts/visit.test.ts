import { describe, expect, it } from 'vitest';
import { isVisitDay, visitGroup } from './visit.ts';

const NOON_S = Date.parse('2026-11-19T12:00:00Z') / 1000;

describe('R7.5 the day of a visit', () => {
  it.each([
    ['yesterday', '2026-11-18', false],
    ['today', '2026-11-19', true],
    ['in a year', '2027-11-19', true],
    ['later', '2027-12-01', false],
  ] as const)('%s', (_, day, expected) => expect(isVisitDay(day, NOON_S)).toBe(expected));

  it('the evening before is still today in the west', () =>
    expect(isVisitDay('2026-11-18', NOON_S - 3600)).toBe(true));

  it.each([
    ['2026-11-18', 'late'],
    ['2026-11-19', 'today'],
    ['2026-11-25', 'week'],
    ['2026-11-26', 'later'],
  ] as const)('%s is %s', (day, group) => expect(visitGroup(day, '2026-11-19')).toBe(group));
});
