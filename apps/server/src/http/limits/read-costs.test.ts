import { type ApiName, api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import { expect, it } from 'vitest';
import { readCostOf } from './read-costs.ts';

const rows = Object.entries(api) as [ApiName, Call][];
const namesOf = (isWanted: (call: Call) => boolean) =>
  rows.filter(([, call]) => isWanted(call)).map(([name]) => name);
const costOf = (call: Call, query = {}) => readCostOf(call)(query);

it('S12 every read of a user costs something, except for those that are counted by their points', () =>
  expect(
    namesOf((call) => call.method === 'GET' && call.who === 'user' && costOf(call) === 0).sort(),
  ).toEqual(
    [
      ...['activityCsv', 'energy', 'energyCsv', 'exportMe', 'fleetCsv', 'history', 'historyCsv'],
      ...['historyNdjson', 'securityEventsCsv', 'statistics', 'usageStatistics'],
    ].sort(),
  ));

it.each([
  ...(['devices', 'fcDevices', 'onlineDevices', 'allLastData', 'delegations', 'pumpCardVersions'] as const),
  ...(['alerts', 'activity', 'inbox', 'sessions', 'users', 'fleet', 'firmwareReleases', 'tokens'] as const),
] as const)('S12 the list %s costs more than one row', (name) =>
  expect(costOf(api[name])).toBeGreaterThan(costOf(api.me)),
);

it.each([
  ['alerts', { search: 'tesnenie' }],
  ['users', { search: 'eva' }],
  ['fleet', { q: 'kosice' }],
] as const)('S12 a search of %s costs more than its list', (name, query) =>
  expect(costOf(api[name], query)).toBeGreaterThan(costOf(api[name])),
);

it('R5.1 writes and commands cost nothing', () =>
  expect(namesOf((call) => call.method !== 'GET' && costOf(call) > 0)).toEqual([]));
