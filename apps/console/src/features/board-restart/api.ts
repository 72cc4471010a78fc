import { commandCalls } from '@manoboard/contract/calls/commands';
import { sendCommand } from '../../lib/commands/send.ts';

export const sendRestart = (deviceId: string) =>
  sendCommand(commandCalls.restartBoard, 'restart', {
    params: { deviceId },
    body: { what: 'restart', value: true },
  });
