import * as z from 'zod/mini';
import { call, no } from '../call.ts';
import { DeviceFirmware } from '../firmware-release.ts';
import { DeviceId } from '../text.ts';

const device = z.strictObject({ id_dev: DeviceId });

export const firmwareCalls = {
  firmware: call({
    method: 'GET',
    path: '/firmware/{id_dev}',
    who: 'user',
    action: 'see',
    summary: 'The version that runs, the newest one that fits, and the last update',
    params: device,
    answers: { 200: DeviceFirmware, ...no(401, 404, 422) },
  }),
};
