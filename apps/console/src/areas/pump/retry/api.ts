import { recoveryCalls } from '@manoboard/contract/command/recovery.calls';
import { sendCommand } from '../../../device/commands/send-command.ts';

/** A board that does not know this command gets a stop instead. */
export const sendEndRetries = (deviceId: string) =>
  sendCommand(recoveryCalls.endRetries, 'end_retries', {
    params: { deviceId },
    body: { what: 'end-retries', value: true },
  });
