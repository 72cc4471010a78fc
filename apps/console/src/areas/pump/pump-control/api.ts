import { commandCalls } from '@manoboard/contract/command/command.calls';
import { sendCommand } from '../../../device/commands/send-command.ts';

export const sendStartStop = (deviceId: string, value: boolean) =>
  sendCommand(commandCalls.startStop, 'start_stop', {
    params: { deviceId },
    body: { what: 'start-stop', value },
  });

export const sendLock = (deviceId: string, value: boolean) =>
  sendCommand(commandCalls.setLock, 'set_lock', { params: { deviceId }, body: { what: 'set-lock', value } });
