import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { BasicInfo, RegisterList, RegistersRead, RegistersToRead } from './diagnostics.ts';

const device = z.strictObject({ id: DeviceId });

/** What technicians read of a converter. Separate from other device data, which every device page requests. */
export const converterDataCalls = {
  basicInfo: call({
    method: 'GET',
    path: '/devices/{id}/basic-info',
    who: 'user',
    action: 'see',
    summary: 'Basic info of the inverter: motor, meters, required pressure, settings of the inputs',
    params: device,
    answers: { 200: BasicInfo, ...errorResponses(401, 404, 422) },
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
