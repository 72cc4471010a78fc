import { commandCalls } from '@manoboard/contract/calls/commands';
import { deviceDataCalls } from '@manoboard/contract/calls/device-data';
import { patienceMs, sendCommand } from '../../lib/commands/send.ts';
import { read, request } from '../../lib/http.ts';

export const registersQuery = (deviceId: string) => ({
  queryKey: ['registers', deviceId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(deviceDataCalls.registers, signal, { params: { id: deviceId } }),
});

/** What stands in these registers now, asked from the board. */
export const readRegisters = (deviceId: string, registers: readonly number[]) =>
  request(deviceDataCalls.readRegisters, {
    params: { id: deviceId },
    body: { registers: [...registers] },
    timeoutMs: patienceMs('reg_read'),
  });

export const readRegister = async (deviceId: string, address: number) =>
  (await readRegisters(deviceId, [address]))?.registers.find((row) => row.address === address) ?? null;

/** `expect` is the word that was read before: when another one stands there by now, nothing is written. */
export const writeRegister = (deviceId: string, register: number, value: number, expect: number) =>
  sendCommand(commandCalls.writeRegister, 'reg_write', {
    params: { deviceId },
    body: { register, value, expect },
  });
