import type { FleetDevice } from '@manoboard/contract/nouns/fleet';
import { aFleetDevice } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import type { ReadPage } from './api.ts';
import { type FleetItem, isOutOfPlace, itemsOf, rowsOf } from './fleet-items.ts';
import { windowOf } from './use-live-rows.ts';

const counts = {
  running: 0,
  waiting: 0,
  stopped: 0,
  fault: 0,
  offline: 0,
  unknown: 0,
  outdated: 0,
  locked_out: 0,
};
const aPage = (readAtMs: number, ...states: FleetDevice['state'][]): ReadPage => ({
  items: states.map((state, i) => aFleetDevice({ id_dev: `MNB-00000${i}`, state })),
  total: states.length,
  next: null,
  counts,
  readAtMs,
});
const describeItem = (item: FleetItem) =>
  item.kind === 'group' ? `${item.name} ${item.count}` : item.kind === 'device' ? item.row.state : item.kind;
const describeAll = (page: ReadPage, hasMore: boolean, total = 10) =>
  itemsOf(rowsOf([page], undefined), {}, { total, hasMore }).map(describeItem);

it('R7.2 the default order has two groups, and the counts cover rows that are not loaded', () => {
  expect(describeAll(aPage(1, 'fault', 'offline', 'running'), true)).toEqual([
    'needsPerson 2',
    'fault',
    'offline',
    'others 8',
    'running',
    'more',
  ]);
});

it('a group whose end is not loaded has no count', () => {
  expect(describeAll(aPage(1, 'fault', 'fault'), true)).toEqual([
    'needsPerson undefined',
    'fault',
    'fault',
    'more',
  ]);
  expect(describeAll(aPage(1, 'running'), false, 1)).toEqual(['others 1', 'running']);
});

it('any other order has no groups', () => {
  const rows = rowsOf([aPage(1, 'running', 'fault')], undefined);
  const items = itemsOf(rows, { sort: 'alias' }, { total: 2, hasMore: false });
  expect(items.map(describeItem)).toEqual(['running', 'fault']);
});

it('a newer response changes the facts of a row and never its place; an older one changes nothing', () => {
  const pages = [aPage(2, 'running', 'waiting')];
  const states = (fresh: ReadPage) => rowsOf(pages, fresh).map(({ state, sortedAs }) => [state, sortedAs]);
  expect(states(aPage(3, 'fault', 'waiting'))).toEqual([
    ['fault', 'running'],
    ['waiting', 'waiting'],
  ]);
  expect(states(aPage(1, 'fault', 'fault'))).toEqual([
    ['running', 'running'],
    ['waiting', 'waiting'],
  ]);
});

it('a device that two pages repeat is listed once', () => {
  expect(rowsOf([aPage(1, 'fault'), aPage(2, 'fault', 'running')], undefined)).toHaveLength(2);
});

it.each([
  ['another group', 'fault', true],
  ['the same group', 'running', false],
  ['no current state', 'stale', false],
  ['not received yet', 'connecting', false],
] as const)('a running pump is out of place with a state of %s', (_case, status, expected) => {
  const [row] = rowsOf([aPage(1, 'running')], undefined);
  expect(row && isOutOfPlace(row, status)).toBe(expected);
});

it.each([
  [0, 14, [0, 20]],
  [19, 40, [0, 60]],
  [105, 119, [100, 120]],
  [0, 500, [0, 80]],
])('rows %d to %d: the live window is %j, whole steps and at most 80 rows', (first, last, expected) => {
  expect(windowOf(first, last)).toEqual(expected);
});
