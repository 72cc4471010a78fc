import * as z from 'zod/mini';
import { call, no } from '../call.ts';
import { Command, StartStop } from '../command.ts';
import { DeviceId } from '../text.ts';

export const commandCalls = {
  startStop: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/start-stop',
    who: 'user',
    action: 'operate',
    summary: 'Switch the pump on or off; 200 only when the board has done it',
    params: z.strictObject({ deviceId: DeviceId }),
    body: StartStop,
    answers: { 200: Command, ...no(401, 404, 409, 422, 429, 504) },
  }),
};
