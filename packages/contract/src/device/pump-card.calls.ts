import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { NewPumpCard, PumpCard, PumpCardVersion } from './pump-card-state.ts';

const device = z.strictObject({ id: DeviceId });

export const pumpCardCalls = {
  pumpCard: call({
    method: 'GET',
    path: '/devices/{id}/pump-card',
    who: 'user',
    action: 'see',
    summary: 'The pump card: values in force with their sources, and the rules that wait for a missing one',
    params: device,
    answers: { 200: PumpCard, ...errorResponses(401, 404, 422) },
  }),
  setPumpCard: call({
    method: 'PUT',
    path: '/devices/{id}/pump-card',
    who: 'user',
    action: 'configure',
    summary: 'Enter the values of the pump card, with the version that they replace',
    params: device,
    body: NewPumpCard,
    answers: { 200: PumpCard, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  pumpCardVersions: call({
    method: 'GET',
    path: '/devices/{id}/pump-card/versions',
    who: 'user',
    action: 'see',
    summary: 'The versions of the entered values of the pump card, newest first',
    params: device,
    answers: { 200: z.array(PumpCardVersion), ...errorResponses(401, 404, 422) },
  }),
};
