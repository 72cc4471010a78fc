import { converterDataCalls } from '@manoboard/contract/device/converter-data.calls';
import { request } from '../lib/http/http.ts';
import { commandTimeoutMs } from './commands/send-command.ts';

/** Reads the current values of registers from the board. */
export const readRegisters = (deviceId: string, registers: readonly number[]) =>
  request(converterDataCalls.readRegisters, {
    params: { id: deviceId },
    body: { registers: [...registers] },
    timeoutMs: commandTimeoutMs('reg_read'),
  });
