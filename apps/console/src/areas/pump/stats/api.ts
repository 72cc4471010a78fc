import type { ResettableMeter } from '@manoboard/contract/command/command';
import { commandCalls } from '@manoboard/contract/command/command.calls';
import { numeric } from '@manoboard/contract/http/any-provider';
import * as z from 'zod/mini';
import { sendCommand } from '../../../device/commands/send-command.ts';
import { widen } from '../../../lib/http/any-provider.ts';

/** R6.5: the new value, which other providers may send as text. */
const resetCall = widen(commandCalls.resetFcConfig, z.object({ data: numeric(z.number()) }));

export const sendReset = (deviceId: string, meter: ResettableMeter) =>
  sendCommand(resetCall, 'reset', {
    params: { id_dev: deviceId },
    body: { config_value_name: meter },
  });
