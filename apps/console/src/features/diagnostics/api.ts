import { deviceDataCalls } from '@manoboard/contract/http/calls/device-data';
import { read } from '../../lib/http.ts';

export const basicInfoQuery = (id: string) => ({
  queryKey: ['basic-info', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(deviceDataCalls.basicInfo, signal, { params: { id } }),
});
