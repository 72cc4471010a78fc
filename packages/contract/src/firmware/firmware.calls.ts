import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { DeviceFirmware } from './firmware-release.ts';

const device = z.strictObject({ id_dev: DeviceId });

export const firmwareCalls = {
  firmware: call({
    method: 'GET',
    path: '/firmware/{id_dev}',
    who: 'user',
    action: 'see',
    summary: 'The running version, the newest compatible release, and the last update',
    params: device,
    answers: { 200: DeviceFirmware, ...errorResponses(401, 404, 422) },
  }),
};
