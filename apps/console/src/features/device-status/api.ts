import { deviceDataCalls } from '@manoboard/contract/calls/device-data';
import { read } from '../../lib/http.ts';

type Asked = { signal: AbortSignal };

export const stateQuery = (id: string) => ({
  queryKey: ['device-state', id],
  queryFn: ({ signal }: Asked) => read(deviceDataCalls.deviceState, signal, { params: { id } }),
});

/** What the board has raised and not cleared is known here. */
export const diagnosticsQuery = (id: string) => ({
  queryKey: ['diagnostics', id],
  queryFn: ({ signal }: Asked) => read(deviceDataCalls.diagnostics, signal, { params: { id } }),
});
