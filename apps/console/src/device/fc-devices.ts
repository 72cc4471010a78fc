import { deviceCalls } from '@manoboard/contract/http/calls/devices';
import { read } from '../lib/http.ts';

/** R7.2: every converter that the user may operate, with the state of its pump at the time of the answer. */
export const fcDevicesQuery = {
  queryKey: ['fc-devices'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(deviceCalls.fcDevices, signal),
};
