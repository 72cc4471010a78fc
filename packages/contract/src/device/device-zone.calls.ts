import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { DeviceZone } from './device-zone.ts';

const device = z.strictObject({ id: DeviceId });

/** Separate from the configuration, since every page of a device loads that. */
export const deviceZoneCalls = {
  zone: call({
    method: 'GET',
    path: '/devices/{id}/zone',
    who: 'user',
    action: 'see',
    summary: 'The time zone of the place of a device; the night of the leak rule depends on it',
    params: device,
    answers: { 200: DeviceZone, ...errorResponses(401, 404, 422) },
  }),
  setZone: call({
    method: 'PUT',
    path: '/devices/{id}/zone',
    who: 'user',
    action: 'set_zone',
    summary: 'Set the time zone of the place of a device',
    params: device,
    body: DeviceZone,
    answers: { 200: DeviceZone, ...errorResponses(401, 403, 404, 422) },
  }),
};
