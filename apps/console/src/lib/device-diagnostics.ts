import { deviceDataCalls } from '@manoboard/contract/calls/device-data';
import { read } from './http.ts';

/** What the board has raised and not cleared is known here, beside all that it last said. */
export const diagnosticsQuery = (id: string) => ({
  queryKey: ['diagnostics', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(deviceDataCalls.diagnostics, signal, { params: { id } }),
});
