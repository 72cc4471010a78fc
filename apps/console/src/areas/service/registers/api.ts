import { commandCalls } from '@manoboard/contract/command/command.calls';
import { converterDataCalls } from '@manoboard/contract/device/converter-data.calls';
import { sendCommand } from '../../../device/commands/send-command.ts';
import { readRegisters } from '../../../device/read-registers.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

export const registersQuery = (deviceId: string) =>
  readQuery(['registers', deviceId], converterDataCalls.registers, { params: { id: deviceId } });

export const readRegister = async (deviceId: string, address: number) =>
  (await readRegisters(deviceId, [address]))?.registers.find((row) => row.address === address) ?? null;

/** `expect` is the word read before: if the register has changed since, nothing is written. */
export const writeRegister = (deviceId: string, register: number, value: number, expect: number) =>
  withProof(() =>
    sendCommand(commandCalls.writeRegister, 'reg_write', {
      params: { deviceId },
      body: { register, value, expect },
    }),
  );
