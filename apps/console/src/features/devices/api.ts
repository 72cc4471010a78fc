import { api } from '@manoboard/contract/api';
import { read } from '../../lib/http.ts';

export const devicesQuery = {
  queryKey: ['devices'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(api.devices, signal),
};
export const fcDevicesQuery = {
  queryKey: ['fc-devices'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(api.fcDevices, signal),
};
