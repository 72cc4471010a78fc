import { type ApiName, api } from './api.ts';
import type { Call } from './call.ts';

/** What an API token must be allowed for a call. A token for a wall is only allowed `watch`, and every token is. */
export type TokenScope = 'watch' | 'read' | 'switch';

const WATCH_CALLS = ['wall', 'wallLitres'] as const satisfies readonly ApiName[];

const READ_CALLS = [
  ...(['devices', 'fcDevices', 'onlineDevices', 'allLastData'] as const),
  ...(['fcConfig', 'fcDataLast', 'deviceState', 'basicInfo', 'diagnostics', 'registers'] as const),
  ...(['history', 'historyStored', 'historyCsv', 'historyNdjson', 'energy', 'energyCsv'] as const),
  ...(['config', 'zone', 'pumpCard', 'pumpCardVersions', 'lockOut', 'activity', 'activityCsv'] as const),
  ...(['commissionings', 'commissioning', 'commissioningCsv'] as const),
  ...(['firmware', 'changelog', 'firmwareUpdate'] as const),
  ...([
    'alerts',
    'alertsCsv',
    'alert',
    'alertSettings',
    'alertCounts',
    'statistics',
    'usageStatistics',
  ] as const),
] as const satisfies readonly ApiName[];

const SWITCH_CALLS = ['startStop'] as const satisfies readonly ApiName[];

/**
 * The calls that API tokens reach; the event stream is open to them too. Every other call refuses them: those of
 * accounts, factors, sessions, users, other people's access and settings.
 */
const scopes: ReadonlyMap<Call, TokenScope> = new Map([
  ...WATCH_CALLS.map((name) => [api[name] as Call, 'watch'] as const),
  ...READ_CALLS.map((name) => [api[name] as Call, 'read'] as const),
  ...SWITCH_CALLS.map((name) => [api[name] as Call, 'switch'] as const),
]);

export const tokenScopeOf = (call: Call): TokenScope | undefined => scopes.get(call);
