import * as z from 'zod/mini';
import { ConfigState, NewConfig } from '../../nouns/device-config-state.ts';
import { DeviceId } from '../../nouns/text.ts';
import { call, errorResponses } from '../call.ts';

const device = z.strictObject({ id: DeviceId });

/** Separate from other device data: every device page requests the pressure bounds. */
export const deviceConfigCalls = {
  config: call({
    method: 'GET',
    path: '/devices/{id}/config',
    who: 'user',
    action: 'see',
    summary: 'What was wished for pressure and analog inputs, and what the board has applied',
    params: device,
    answers: { 200: ConfigState, ...errorResponses(401, 404, 422) },
  }),
  setConfig: call({
    method: 'PUT',
    path: '/devices/{id}/config',
    who: 'user',
    action: 'configure',
    summary: 'Wish a configuration, naming the version that it replaces; applied is what the board reports',
    params: device,
    body: NewConfig,
    answers: { 200: ConfigState, ...errorResponses(401, 403, 404, 409, 422) },
  }),
};
