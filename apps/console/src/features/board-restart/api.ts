import { recoveryCalls } from '@manoboard/contract/http/calls/recovery';
import { sendCommand } from '../../device/commands/send-command.ts';

export const sendRestart = (deviceId: string) =>
  sendCommand(recoveryCalls.restartBoard, 'restart', {
    params: { deviceId },
    body: { what: 'restart', value: true },
  });
