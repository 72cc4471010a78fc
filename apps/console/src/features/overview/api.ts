import { commandCalls } from '@manoboard/contract/calls/commands';
import type { ResettableMeter } from '@manoboard/contract/command';
import { sendCommand } from '../../lib/commands/send.ts';

export const sendReset = (deviceId: string, meter: ResettableMeter) =>
  sendCommand(commandCalls.resetFcConfig, 'reset', {
    params: { id_dev: deviceId },
    body: { config_value_name: meter },
  });
