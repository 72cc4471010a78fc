import { deviceDataCalls } from '@manoboard/contract/calls/device-data';
import { read } from '../../lib/http.ts';

type Asked = { signal: AbortSignal };

export const diagnosticsQuery = (id: string) => ({
  queryKey: ['diagnostics', id],
  queryFn: ({ signal }: Asked) => read(deviceDataCalls.diagnostics, signal, { params: { id } }),
});

export const basicInfoQuery = (id: string) => ({
  queryKey: ['basic-info', id],
  queryFn: ({ signal }: Asked) => read(deviceDataCalls.basicInfo, signal, { params: { id } }),
});
