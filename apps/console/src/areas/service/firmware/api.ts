import { firmwareCalls } from '@manoboard/contract/firmware/firmware.calls';
import { firmwareUpdateCalls } from '@manoboard/contract/firmware/firmware-update.calls';
import { request } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

export const firmwareQuery = (deviceId: string) =>
  readQuery(['firmware', deviceId], firmwareCalls.firmware, { params: { id_dev: deviceId } });

/** R4.2: a separate request, since the changelog may fail independently. */
export const changelogQuery = (deviceId: string, version: string) =>
  readQuery(['changelog', deviceId, version], firmwareUpdateCalls.changelog, {
    params: { id_dev: deviceId },
  });

export const startUpdate = (deviceId: string, version: string) =>
  request(firmwareUpdateCalls.updateFirmware, { params: { id_dev: deviceId }, body: { version } });
