import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { DeviceState, FcConfigValue, FcDataLast, ValueName } from './device-state.ts';
import { BasicInfo, Diagnostics, RegisterList, RegistersRead, RegistersToRead } from './diagnostics.ts';

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
  basicInfo: call({
    method: 'GET',
    path: '/devices/{id}/basic-info',
    who: 'user',
    action: 'see',
    summary: 'Basic info of the inverter: motor, meters, required pressure, settings of the inputs',
    params: device,
    answers: { 200: BasicInfo, ...errorResponses(401, 404, 422) },
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
  registers: call({
    method: 'GET',
    path: '/devices/{id}/registers',
    who: 'user',
    action: 'see',
    summary: "The register map of the converter's type with the last values",
    params: device,
    answers: { 200: RegisterList, ...errorResponses(401, 404, 422) },
  }),
  readRegisters: call({
    method: 'POST',
    path: '/devices/{id}/registers/read',
    who: 'user',
    action: 'see',
    summary: 'Read these registers from the converter now',
    params: device,
    body: RegistersToRead,
    answers: { 200: RegistersRead, ...errorResponses(401, 404, 409, 422, 429, 504) },
  }),
};
