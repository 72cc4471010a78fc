import type { FleetUpdates } from '@manoboard/contract/firmware/firmware-release';
import { firmwareUpdateCalls } from '@manoboard/contract/firmware/firmware-update.calls';
import { read } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

interface PageContext {
  signal: AbortSignal;
  pageParam: number;
}

/** An empty text is an unknown one. */
export interface VersionFilter {
  version: string;
  hw: string;
}

/** The event stream covers the user's own devices only, so running updates of the fleet are polled. */
const RUNNING_POLL_MS = 2000;
/** Finds updates that another person starts. */
const IDLE_POLL_MS = 30_000;
/** A board that was updated by cable, or a release that another person uploaded, sends no event. */
const SLOW_POLL_MS = 60_000;
const PAGE = 50;
const MAX_PAGE = 200;

export const runningUpdatesQuery = {
  ...readQuery(['running-updates'], firmwareUpdateCalls.fleetUpdates, {
    query: { is_ended: 'false', limit: `${MAX_PAGE}` },
  }),
  refetchInterval: ({ state }: { state: { data: FleetUpdates | undefined } }) =>
    state.data && state.data.total > 0 ? RUNNING_POLL_MS : IDLE_POLL_MS,
};

export const releasesQuery = {
  ...readQuery(['firmware-releases'], firmwareUpdateCalls.firmwareReleases),
  refetchInterval: SLOW_POLL_MS,
};

export const versionsQuery = {
  ...readQuery(['firmware-versions'], firmwareUpdateCalls.firmwareVersions),
  refetchInterval: SLOW_POLL_MS,
};

/** The next offset, or none after the last page. */
const nextOffset = (last: { total: number; items: unknown[] }, all: { items: unknown[] }[]) => {
  const loaded = all.reduce((sum, { items }) => sum + items.length, 0);
  return last.items.length > 0 && loaded < last.total ? loaded : undefined;
};
const paged = { initialPageParam: 0, getNextPageParam: nextOffset };

export const endedUpdatesQuery = {
  ...paged,
  queryKey: ['ended-updates'],
  queryFn: ({ signal, pageParam }: PageContext) =>
    read(firmwareUpdateCalls.fleetUpdates, signal, {
      query: { is_ended: 'true', limit: `${PAGE}`, offset: `${pageParam}` },
    }),
};

const VERSION_DEVICES = 'version-devices';

export const versionDevicesQuery = (filter: VersionFilter) => ({
  ...paged,
  queryKey: [VERSION_DEVICES, filter],
  queryFn: ({ signal, pageParam }: PageContext) =>
    read(firmwareUpdateCalls.versionDevices, signal, {
      query: { ...filter, limit: `${PAGE}`, offset: `${pageParam}` },
    }),
});

/** Queries that the end of an update makes stale. */
export const AFTER_UPDATE = [endedUpdatesQuery.queryKey, versionsQuery.queryKey, [VERSION_DEVICES]];
