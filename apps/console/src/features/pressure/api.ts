import { commandCalls } from '@manoboard/contract/http/calls/commands';
import { sendCommand } from '../../device/commands/send-command.ts';

/** `value` and `expect` as the wire carries them; `expect` is what the sender has seen. */
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
