import type { ActivityEntry } from '@manoboard/contract/activity/activity';
import type { Alert } from '@manoboard/contract/alert/alert';
import { aChange, aCommand } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { marksOf, placesOf } from './marks.ts';

const command = (at: number): ActivityEntry => ({ kind: 'command', at, command: aCommand() });
const config = (at: number): ActivityEntry => ({ kind: 'config', at, change: aChange({ kind: 'config' }) });
const alert = (at: number): ActivityEntry => ({
  kind: 'event',
  at,
  event: { id: `${at}`, code: 'DRY_RUN', severity: 'alarm', raised_at: at, cleared_at: null, reading: {} },
});
const newestFirst = (...entries: ActivityEntry[]) => entries.toSorted((a, b) => b.at - a.at);

it.each([
  ['far apart', [command(0), config(100)], [[0], [100]]],
  ['near each other', [command(0), config(5), command(8)], [[8, 5, 0]]],
  ['an alert keeps its place', [command(0), alert(5), command(8)], [[8, 5, 0]]],
  ['two alerts stay two', [alert(0), alert(5)], [[0], [5]]],
] as const)('R4.13 marks of the lane: %s', (_case, entries, expected) => {
  const marks = marksOf(newestFirst(...entries), 10);
  expect(marks.map(({ entries: joined }) => joined.map(({ at }) => at))).toEqual(expected);
});

it('R4.13 a mark with an alert is at the moment of the alert', () => {
  expect(marksOf(newestFirst(command(0), alert(5)), 10)).toMatchObject([{ atS: 5, isAlert: true }]);
});

it('an alert is linked by the event of the board that raised it, and has a mark of its own without one', () => {
  const alerts = [
    { id: 1, code: 'DRY_RUN', timestamp: 5 },
    { id: 2, code: 'LEAK', timestamp: 60 },
  ] as Alert[];
  const marks = marksOf(newestFirst(command(0), alert(5.4)), 10, alerts);
  expect(marks.map(({ atS, alerts: linked }) => [atS, linked.map(({ id }) => id)])).toEqual([
    [5.4, [1]],
    [60, [2]],
  ]);
});

it.each([
  ['apart', [0.2, 0.5], [0.2, 0.5]],
  ['an alert and a number at the end', [0.975, 1], [0.85, 0.95]],
  ['two at the start', [0, 0.01], [0.05, 0.15]],
  ['an alert between two numbers', [0.48, 0.5, 0.52], [0.32, 0.42, 0.52]],
] as const)('R4.13 marks do not cover each other and stay inside the lane: %s', (_case, shares, expected) => {
  const places = placesOf(shares, 0.1);
  expect(places.map((place) => Number(place.toFixed(6)))).toEqual(expected);
});
