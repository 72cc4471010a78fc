import { deviceDataCalls } from '@manoboard/contract/device/device-data.calls';
import { read } from '../../../lib/http/http.ts';

export const stateQuery = (id: string) => ({
  queryKey: ['device-state', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(deviceDataCalls.deviceState, signal, { params: { id } }),
});
