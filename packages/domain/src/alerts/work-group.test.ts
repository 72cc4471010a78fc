import { expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../time.ts';
import { isOfCause, type WorkGroup, type WorkReason, workGroup } from './work-group.ts';

const alert = (severity: 'alarm' | 'warning' | 'info', isLasting: boolean): WorkReason => ({
  kind: 'alert',
  severity,
  isLasting,
});

it.each<[string, WorkReason, number, WorkGroup]>([
  ['a lasting alarm', alert('alarm', true), 0, 'now'],
  ['an old lasting alarm', alert('alarm', true), 30 * DAY_S, 'now'],
  ['a cleared alarm', alert('alarm', false), 0, 'today'],
  ['a lasting warning', alert('warning', true), 3 * DAY_S - 1, 'week'],
  ['a warning that lasts for three days', alert('warning', true), 3 * DAY_S, 'today'],
  ['an old cleared warning', alert('warning', false), 30 * DAY_S, 'week'],
  ['an information', alert('info', true), 30 * DAY_S, 'week'],
  ['a device that has just gone offline', { kind: 'offline' }, HOUR_S - 1, 'week'],
  ['a device that is offline for an hour', { kind: 'offline' }, HOUR_S, 'today'],
  ['a lock-out tag of today', { kind: 'locked_out' }, DAY_S - 1, 'week'],
  ['a lock-out tag of yesterday', { kind: 'locked_out' }, DAY_S, 'today'],
])('R7.4 the work list: %s', (_case, reason, ageS, expected) => {
  expect(workGroup(reason, ageS)).toBe(expected);
});

it.each([
  ['the same offline period', { causeId: 0, assignedAtS: 100 }, { id: 0, sinceS: 100 }, true],
  ['a later message of the board', { causeId: 0, assignedAtS: 100 }, { id: 0, sinceS: 101 }, false],
  ['a board that never sent a message', { causeId: 0, assignedAtS: 100 }, { id: 0, sinceS: null }, true],
  ['the same tag', { causeId: 7, assignedAtS: 100 }, { id: 7, sinceS: 100 }, true],
  ['another tag of the same second', { causeId: 7, assignedAtS: 100 }, { id: 8, sinceS: 100 }, false],
] as const)('R7.5 an assignment ends with its cause: %s', (_case, assignment, cause, expected) => {
  expect(isOfCause(assignment, cause)).toBe(expected);
});
