import { aFleetDevice } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import type { FleetFilters, FleetOrder } from './api.ts';
import { createPlaceCheck, type FleetItem, itemsOf } from './fleet-items.ts';
import { windowOf } from './use-live-rows.ts';
import { blocksOf } from './use-rows.ts';

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
/** `ranks`: the number of devices of each rank of attention. */
function anOrder(...ranks: number[]): FleetOrder {
  const total = ranks.reduce((sum, count) => sum + count, 0);
  const ids = Array.from({ length: total }, (_, place) => `MNB-00000${place}`);
  return { ids, ranks, items: [], total, counts, readAtMs: 1 };
}
const describeItem = (item: FleetItem) =>
  item.kind === 'group' ? `${item.name} ${item.count}` : `${item.place} ${item.id}`;
const describeAll = (order: FleetOrder, filters: FleetFilters = {}) =>
  itemsOf(order, filters).map(describeItem);

it('R7.2 the default order has two groups with the number of their devices', () => {
  expect(describeAll(anOrder(1, 0, 1, 0, 0, 0, 1))).toEqual([
    'needsPerson 2',
    '0 MNB-000000',
    '1 MNB-000001',
    'others 1',
    '2 MNB-000002',
  ]);
});

it('a group without devices has no head', () => {
  expect(describeAll(anOrder(0, 0, 0, 0, 0, 0, 1))).toEqual(['others 1', '0 MNB-000000']);
  expect(describeAll(anOrder(1))).toEqual(['needsPerson 1', '0 MNB-000000']);
  expect(describeAll(anOrder())).toEqual([]);
});

it.each<FleetFilters>([{ sort: 'alias' }, { order: 'desc' }])('the order %o has no groups', (filters) => {
  expect(describeAll(anOrder(1, 0, 0, 0, 0, 0, 1), filters)).toEqual(['0 MNB-000000', '1 MNB-000001']);
});

/** A device in fault, one with an alert, a stopped and a running one. */
const order = anOrder(1, 0, 1, 0, 1, 0, 1);
it.each([
  ['has its old state', 3, 'running', 0, {}, false],
  ['has another state', 3, 'fault', 0, {}, true],
  ['has an alert now', 3, 'running', 1, {}, true],
  ['lost its alert', 1, 'running', 0, {}, true],
  ['changed its state, while its alert decides the position', 1, 'waiting', 1, {}, false],
  ['has no current state', 3, 'stale', 0, {}, false],
  ['is not received yet', 3, 'connecting', 0, {}, false],
  ['has its old state in the reversed order', 0, 'running', 0, { order: 'desc' }, false],
  ['has another state in the reversed order', 0, 'stopped', 0, { order: 'desc' }, true],
  ['has another state in the order of names', 3, 'fault', 0, { sort: 'alias' }, false],
  ['left the filter', 3, 'fault', 0, { sort: 'alias', state: 'running' }, true],
] as const)(
  'a device that %s is out of place or not',
  (_case, place, status, open_alerts, filters, expected) => {
    const isOutOfPlace = createPlaceCheck(order, filters);
    expect(isOutOfPlace({ id_dev: order.ids[place] ?? '', open_alerts }, status)).toBe(expected);
  },
);

it('a device that is not in the order is out of place', () => {
  expect(createPlaceCheck(order, {})(aFleetDevice({ id_dev: 'MNB-FFFFFF' }), 'running')).toBe(true);
});

it.each([
  [0, 14, [0, 20]],
  [19, 40, [0, 60]],
  [105, 119, [100, 120]],
  [0, 500, [0, 160]],
])('rows %d to %d: the live window is %j, whole steps and at most 160 rows', (first, last, expected) => {
  expect(windowOf(first, last)).toEqual(expected);
});

it.each([
  [0, 14, 1000, [0]],
  [0, 14, 0, []],
  [50, 70, 1000, [0, 1]],
  [150, 160, 1000, [1, 2]],
  [160, 175, 1000, [1, 2]],
  [985, 999, 1000, [9]],
])('rows %d to %d of %d are loaded with the blocks %j', (first, last, rows, expected) => {
  expect(blocksOf(first, last, rows)).toEqual(expected);
});
