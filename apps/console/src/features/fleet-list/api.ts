import { deviceCalls } from '@manoboard/contract/http/calls/devices';
import { fcDevicesQuery } from '../../device/queries.ts';
import { read } from '../../lib/http.ts';

const ONLINE_INTERVAL_MS = 6000;

/** The states of the pumps come with the list; the page asks for it as long as it is seen. */
const LIST_INTERVAL_MS = 15_000;

export const convertersQuery = {
  ...fcDevicesQuery,
  refetchInterval: LIST_INTERVAL_MS,
  refetchOnWindowFocus: true,
};

/** R4.4: asked while the tab is seen; after a failure the last answer counts as old. */
export const onlineQuery = {
  queryKey: ['fleet', 'online'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(deviceCalls.onlineDevices, signal),
  refetchInterval: ONLINE_INTERVAL_MS,
  refetchOnWindowFocus: true,
};
