import type { Query, QueryClient } from '@tanstack/react-query';
import { onLiveEvent } from '../device/live/live.ts';
import type { LinkEvent } from '../device/live/live-link.ts';

/** The queries that each live event makes stale, by the first element of the query key. */
const staleQueriesByEvent: Partial<Record<LinkEvent['event'], readonly string[]>> = {
  activity: ['activity', 'timeline'],
  command: ['timeline'],
  // A new profile of the board gives labels and fault names to its converter.
  config: ['config', 'activity', 'timeline', 'fc-devices', 'registers'],
  // The list of converters shows the protection that stopped a pump.
  alert: [
    'diagnostics',
    'activity',
    'timeline',
    'fc-devices',
    'fleet-rows',
    'open-alerts',
    'device-alerts',
    'alert-marks',
  ],
  // R5.10: the device lists show the lock-out tag.
  'lock-out': ['lock-out', 'devices', 'fc-devices', 'fleet-rows', 'work-devices', 'activity', 'timeline'],
  work: ['work-devices', 'fleet-rows', 'visits'],
  // A finished update changes the version.
  firmware: ['firmware', 'devices', 'fc-devices', 'activity', 'timeline'],
  devices: ['devices', 'fc-devices'],
  // A visit that was agreed, moved or cancelled has a notice for those who did not do it.
  inbox: ['inbox', 'visits'],
};
const allQueries = Object.values(staleQueriesByEvent).flat();

/** Invalidates stale queries: displayed ones are refetched at once, the others when they are next displayed. */
export function invalidateQueriesOnLiveEvents(queryClient: QueryClient): () => void {
  const pending = new WeakSet<Query>();

  /** A response in flight may be older than the event: wait for it, then refetch once for all events meanwhile. */
  async function refetch(query: Query) {
    if (pending.has(query)) return;
    pending.add(query);
    await query.promise?.catch(() => undefined);
    pending.delete(query);
    await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }

  return onLiveEvent(({ event, data }) => {
    const names = event === 'missed' ? allQueries : (staleQueriesByEvent[event] ?? []);
    const deviceId = data && 'device_id' in data ? data.device_id : undefined;
    const isStale = ({ queryKey: [name, about] }: Query) =>
      names.some((stale) => stale === name) && (!deviceId || !about || about === deviceId);
    for (const query of queryClient.getQueryCache().getAll().filter(isStale)) {
      // A request on a broken connection may never settle, so cancel it. Keep first loads: on a slow server, cancelling
      // them at each reconnect would leave the page without data.
      if (event === 'missed' && query.state.data !== undefined) void query.cancel({ revert: true });
      void refetch(query);
    }
  });
}
