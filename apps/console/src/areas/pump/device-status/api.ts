import { deviceDataCalls } from '@manoboard/contract/http/calls/device-data';
import { read } from '../../../lib/http/http.ts';

export const stateQuery = (id: string) => ({
  queryKey: ['device-state', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(deviceDataCalls.deviceState, signal, { params: { id } }),
});
