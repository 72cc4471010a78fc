import { deviceCalls } from '@manoboard/contract/http/calls/devices';
import { read } from '../../lib/http.ts';

export const devicesQuery = {
  queryKey: ['devices'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(deviceCalls.devices, signal),
};
