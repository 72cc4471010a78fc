import type { Query, QueryClient } from '@tanstack/react-query';
import { onLiveEvent } from '../device/live/live.ts';
import type { LinkEvent } from '../device/live/live-link.ts';

/** What each event makes old, by the first word of its key. */
const staleQueriesByEvent: Partial<Record<LinkEvent['event'], readonly string[]>> = {
  activity: ['activity', 'timeline'],
  command: ['timeline'],
  config: ['config', 'activity', 'timeline'],
  // The list names the protection that stopped a pump.
  alert: ['diagnostics', 'activity', 'timeline', 'fc-devices'],
  // R5.10: the device lists show the tag.
  'lock-out': ['lock-out', 'devices', 'fc-devices', 'activity', 'timeline'],
  // An update that has ended brings another version.
  firmware: ['firmware', 'devices', 'fc-devices', 'activity', 'timeline'],
  devices: ['devices', 'fc-devices'],
  inbox: ['inbox'],
};
const allQueries = Object.values(staleQueriesByEvent).flat();

/** One listener for all that is asked for: what is shown is asked for again, the rest when it is next shown. */
export function invalidateQueriesOnLiveEvents(queryClient: QueryClient): () => void {
  const pending = new WeakSet<Query>();

  /** An answer that is on its way may be older than the news; whatever is told until it comes costs one more. */
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
      // A line that broke may never answer. A first answer is left to come: from a slow server it never would.
      if (event === 'missed' && query.state.data !== undefined) void query.cancel({ revert: true });
      void refetch(query);
    }
  });
}
