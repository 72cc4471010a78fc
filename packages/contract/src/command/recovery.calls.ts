import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { Command, CommandHeaders } from './command.ts';
import { EndRetries, FaultReset, FaultResetPreview, RestartBoard } from './recovery.ts';

const device = z.strictObject({ deviceId: DeviceId });
const done = { 200: Command, ...errorResponses(401, 403, 404, 409, 422, 429, 504) };

/** R5.9: commands after a fault. Separate, so that a page loads them on demand. */
export const recoveryCalls = {
  faultReset: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/fault-reset',
    who: 'user',
    action: 'operate',
    summary: 'Reset a fault of the converter; 200 only when it has left the fault state',
    params: device,
    headers: CommandHeaders,
    body: FaultReset,
    answers: done,
  }),
  faultResetOutlook: call({
    method: 'GET',
    path: '/mqtt/{deviceId}/fault-reset',
    who: 'user',
    action: 'operate',
    summary: 'Preview of a fault reset: whether the pump was on, resets left, protection that forbids it',
    params: device,
    answers: { 200: FaultResetPreview, ...errorResponses(401, 403, 404, 422) },
  }),
  endRetries: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/end-retries',
    who: 'user',
    action: 'switch',
    summary:
      'R5.11: the board starts the pump no more by itself; a board that does not know this command gets a stop',
    params: device,
    headers: CommandHeaders,
    body: EndRetries,
    answers: done,
  }),
  restartBoard: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/restart',
    who: 'user',
    action: 'operate',
    summary: 'Restart the board; 200 when it is online again. The body is optional',
    params: device,
    headers: CommandHeaders,
    body: z.nullish(RestartBoard),
    answers: done,
  }),
};
