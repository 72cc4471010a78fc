import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import {
  Command,
  CommandHeaders,
  PressureControl,
  ResetDone,
  ResetFcConfig,
  SetLock,
  StartStop,
  WritePressure,
  WritePressureHeaders,
  WriteRegister,
} from './command.ts';

const device = z.strictObject({ deviceId: DeviceId });
const done = { 200: Command, ...errorResponses(401, 403, 404, 409, 422, 429, 504) };

export const commandCalls = {
  startStop: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/start-stop',
    who: 'user',
    action: 'switch',
    isBeforeFactor: 'stop',
    summary: 'Switch the pump on or off; 200 only after the board has executed it',
    params: device,
    headers: CommandHeaders,
    body: StartStop,
    answers: done,
  }),
  setLock: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/set-lock',
    who: 'user',
    action: 'operate',
    summary: 'Lock the keypad, so that the converter accepts remote commands, or unlock it',
    params: device,
    headers: CommandHeaders,
    body: SetLock,
    answers: done,
  }),
  writePressure: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/write',
    who: 'user',
    action: 'operate',
    summary: 'Set the required pressure, in bar ÷ normalizer, within the bounds that the board has applied',
    params: device,
    headers: WritePressureHeaders,
    body: WritePressure,
    answers: done,
  }),
  pressureControl: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/pressure_control',
    who: 'user',
    action: 'operate',
    summary: 'Set the source of the required pressure: remote (0, false) or the converter itself',
    params: device,
    headers: CommandHeaders,
    body: PressureControl,
    answers: done,
  }),
  resetFcConfig: call({
    method: 'POST',
    path: '/devices/{id_dev}/reset-fc-config',
    who: 'user',
    action: 'operate',
    summary: 'Set a meter to zero; the response is its new value',
    params: z.strictObject({ id_dev: DeviceId }),
    headers: CommandHeaders,
    body: ResetFcConfig,
    answers: { 200: ResetDone, ...errorResponses(401, 403, 404, 409, 422, 429, 504) },
  }),
  writeRegister: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/write-register',
    who: 'user',
    action: 'write_register',
    summary: "Write one register of the converter's allow-list and read it back",
    params: device,
    headers: CommandHeaders,
    body: WriteRegister,
    answers: { 200: Command, ...errorResponses(401, 403, 404, 409, 422, 429, 504) },
  }),
};
