import * as z from 'zod/mini';
import { call, errorResponses, IfNoneMatch } from '../http/call.ts';
import { listOf } from '../http/query.ts';
import { DeviceId } from '../text.ts';
import { Device, FcDevice, LastData } from './device.ts';

/** Devices of other users that one request or stream names: as many as a list shows at once. */
export const MAX_WATCHED = 200;

export const deviceCalls = {
  devices: call({
    method: 'GET',
    path: '/users-devices/get-devices',
    who: 'user',
    summary: 'Own and delegated devices',
    headers: IfNoneMatch,
    answers: { 200: z.array(Device), 304: z.void(), ...errorResponses(401) },
  }),
  fcDevices: call({
    method: 'GET',
    path: '/users-devices/get-all-fc-devices',
    who: 'user',
    summary:
      'Frequency converters with the state of their pumps: all for the three roles, own and delegated ones for others',
    headers: IfNoneMatch,
    answers: { 200: z.array(FcDevice), 304: z.void(), ...errorResponses(401) },
  }),
  onlineDevices: call({
    method: 'GET',
    path: '/api-requests/online-devices',
    who: 'user',
    summary: 'IDs of the devices that are online, among those that the caller may operate',
    headers: IfNoneMatch,
    answers: { 200: z.array(DeviceId), 304: z.void(), ...errorResponses(401) },
  }),
  allLastData: call({
    method: 'GET',
    path: '/actual-data/all-last-data',
    who: 'user',
    summary:
      'Last values of own and delegated devices, and of others named by device_id that the caller may operate',
    query: z.strictObject({
      device_id: z.optional(listOf(DeviceId, MAX_WATCHED)),
    }),
    headers: IfNoneMatch,
    answers: { 200: z.array(LastData), 304: z.void(), ...errorResponses(401, 422) },
  }),
};
