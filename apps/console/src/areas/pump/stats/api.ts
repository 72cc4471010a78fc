import type { ResettableMeter } from '@manoboard/contract/command/command';
import { commandCalls } from '@manoboard/contract/command/command.calls';
import { sendCommand } from '../../../device/commands/send-command.ts';

export const sendReset = (deviceId: string, meter: ResettableMeter) =>
  sendCommand(commandCalls.resetFcConfig, 'reset', {
    params: { id_dev: deviceId },
    body: { config_value_name: meter },
  });
