import { deviceCalls } from '@manoboard/contract/http/calls/devices';
import { fcDevicesQuery } from '../../device/queries.ts';
import { read } from '../../lib/http.ts';

const ONLINE_INTERVAL_MS = 6000;

/** The list contains the pump states, so it is polled while the page is visible. */
const LIST_INTERVAL_MS = 15_000;

export const convertersQuery = {
  ...fcDevicesQuery,
  refetchInterval: LIST_INTERVAL_MS,
  refetchOnWindowFocus: true,
};

/** R4.4: polled while the tab is visible; after a failed poll the last answer is stale. */
export const onlineQuery = {
  queryKey: ['fleet', 'online'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(deviceCalls.onlineDevices, signal),
  refetchInterval: ONLINE_INTERVAL_MS,
  refetchOnWindowFocus: true,
};
