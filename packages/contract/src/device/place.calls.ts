import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { DevicePlace, NewPlace } from './place.ts';

const device = z.strictObject({ id: DeviceId });

export const placeCalls = {
  place: call({
    method: 'GET',
    path: '/devices/{id}/place',
    who: 'user',
    action: 'see',
    summary: 'Where the pump is: name, address, pin and who has the key',
    params: device,
    answers: { 200: DevicePlace, ...errorResponses(401, 404, 422) },
  }),
  setPlace: call({
    method: 'PUT',
    path: '/devices/{id}/place',
    who: 'user',
    action: 'set_place',
    summary: 'Replace the place of the pump',
    params: device,
    body: NewPlace,
    answers: { 200: DevicePlace, ...errorResponses(401, 403, 404, 422) },
  }),
};
