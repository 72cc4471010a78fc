import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { DeviceState, FcConfigValue, FcDataLast, ValueName } from './device-state.ts';
import { Diagnostics } from './diagnostics.ts';

const device = z.strictObject({ id: DeviceId });
const value = z.strictObject({ id: DeviceId, name: ValueName });

export const deviceDataCalls = {
  fcConfig: call({
    method: 'GET',
    path: '/devices/{id}/get-fc-config/{name}',
    who: 'user',
    action: 'see',
    summary: 'One value with its unit, keyed by its name',
    params: value,
    answers: { 200: FcConfigValue, ...errorResponses(401, 404, 422) },
  }),
  fcDataLast: call({
    method: 'GET',
    path: '/devices/{id}/get-fc-data-last/{name}',
    who: 'user',
    action: 'see',
    summary: 'The last value of one name with its unit and time',
    params: value,
    answers: { 200: FcDataLast, ...errorResponses(401, 404, 422) },
  }),
  deviceState: call({
    method: 'GET',
    path: '/devices/{id}/state',
    who: 'user',
    action: 'see',
    summary: 'Connection, Wi-Fi, converter link, versions, each with its age',
    params: device,
    answers: { 200: DeviceState, ...errorResponses(401, 404, 422) },
  }),
  diagnostics: call({
    method: 'GET',
    path: '/devices/{id}/diagnostics',
    who: 'user',
    action: 'see',
    summary: 'The last report of the board and its events',
    params: device,
    answers: { 200: Diagnostics, ...errorResponses(401, 404, 422) },
  }),
};
