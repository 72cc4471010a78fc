import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { ConfigState, NewConfig } from './device-config-state.ts';

const device = z.strictObject({ id: DeviceId });

/** Separate from other device data: every device page requests the pressure bounds. */
export const deviceConfigCalls = {
  config: call({
    method: 'GET',
    path: '/devices/{id}/config',
    who: 'user',
    action: 'see',
    summary: 'The desired configuration of pressure and analog inputs, and the applied one',
    params: device,
    answers: { 200: ConfigState, ...errorResponses(401, 404, 422) },
  }),
  setConfig: call({
    method: 'PUT',
    path: '/devices/{id}/config',
    who: 'user',
    action: 'configure',
    summary:
      'Set the desired configuration, with the version that it replaces; it is applied when the board reports it',
    params: device,
    body: NewConfig,
    answers: { 200: ConfigState, ...errorResponses(401, 403, 404, 409, 422) },
  }),
};
