import { deviceCalls } from '@manoboard/contract/calls/devices';
import { read } from '../../lib/http.ts';

const ONLINE_INTERVAL_MS = 6000;

export const convertersQuery = {
  queryKey: ['fleet', 'converters'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(deviceCalls.fcDevices, signal),
};

/** R4.4: who is online is asked again and again while the tab is seen; a failure leaves the last answer. */
export const onlineQuery = {
  queryKey: ['fleet', 'online'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(deviceCalls.onlineDevices, signal),
  refetchInterval: ONLINE_INTERVAL_MS,
  refetchOnWindowFocus: true,
};
