import { firmwareCalls } from '@manoboard/contract/firmware/firmware.calls';
import { firmwareUpdateCalls } from '@manoboard/contract/firmware/firmware-update.calls';
import { read, request } from '../../../lib/http/http.ts';

type QueryContext = { signal: AbortSignal };

export const firmwareQuery = (deviceId: string) => ({
  queryKey: ['firmware', deviceId],
  queryFn: ({ signal }: QueryContext) =>
    read(firmwareCalls.firmware, signal, { params: { id_dev: deviceId } }),
});

/** R4.2: a separate request, since the changelog may fail independently. */
export const changelogQuery = (deviceId: string, version: string) => ({
  queryKey: ['changelog', deviceId, version],
  queryFn: ({ signal }: QueryContext) =>
    read(firmwareUpdateCalls.changelog, signal, { params: { id_dev: deviceId } }),
});

export const startUpdate = (deviceId: string, version: string) =>
  request(firmwareUpdateCalls.updateFirmware, { params: { id_dev: deviceId }, body: { version } });
