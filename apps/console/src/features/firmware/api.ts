import { firmwareCalls } from '@manoboard/contract/http/calls/firmware';
import { firmwareUpdateCalls } from '@manoboard/contract/http/calls/firmware-update';
import { read, request } from '../../lib/http.ts';

type QueryContext = { signal: AbortSignal };

export const firmwareQuery = (id_dev: string) => ({
  queryKey: ['firmware', id_dev],
  queryFn: ({ signal }: QueryContext) => read(firmwareCalls.firmware, signal, { params: { id_dev } }),
});

/** R4.2: a separate request, since the changelog may fail independently. */
export const changelogQuery = (id_dev: string, version: string) => ({
  queryKey: ['changelog', id_dev, version],
  queryFn: ({ signal }: QueryContext) => read(firmwareUpdateCalls.changelog, signal, { params: { id_dev } }),
});

export const startUpdate = (id_dev: string, version: string) =>
  request(firmwareUpdateCalls.updateFirmware, { params: { id_dev }, body: { version } });
