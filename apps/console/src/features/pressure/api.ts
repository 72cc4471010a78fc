import { commandCalls } from '@manoboard/contract/http/calls/commands';
import { sendCommand } from '../../device/commands/send-command.ts';

/** `value` and `expect` in wire units; the server refuses the write if the value is no longer `expect`. */
export const sendRequiredPressure = (deviceId: string, value: number, expect: number | null) =>
  sendCommand(commandCalls.writePressure, 'write', {
    params: { deviceId },
    body: { what: 'Required pressure', value, ...(expect !== null && { expect }) },
  });

export const sendPressureControl = (deviceId: string, isLocal: boolean) =>
  sendCommand(commandCalls.pressureControl, 'pressure_control', {
    params: { deviceId },
    body: { what: 'pressure-control', value: isLocal },
  });
