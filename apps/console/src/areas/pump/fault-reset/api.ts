import { recoveryCalls } from '@manoboard/contract/command/recovery.calls';
import { converterDataCalls } from '@manoboard/contract/device/converter-data.calls';
import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import { sendCommand } from '../../../device/commands/send-command.ts';
import { readRegisters } from '../../../device/read-registers.ts';
import { request } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

export const outlookQuery = (deviceId: string) =>
  readQuery(['fault-reset', deviceId], recoveryCalls.faultResetOutlook, { params: { deviceId } });

/** A register of the fault log, with what was read of it now. */
export interface LoggedRegister extends RegisterRow {
  reason?: AckError | undefined;
}

async function readFaultLog(deviceId: string): Promise<LoggedRegister[]> {
  const map = await request(converterDataCalls.registers, { params: { id: deviceId } });
  const rows = map?.registers.filter(({ fault_log }) => fault_log !== null) ?? [];
  if (rows.length === 0) return [];
  const addresses = rows.map(({ address }) => address);
  const read = new Map(
    (await readRegisters(deviceId, addresses))?.registers.map((each) => [each.address, each]),
  );
  return rows.map((row) => ({ ...row, value: null, ...read.get(row.address) }));
}

/** Never cached: each dialog reads the registers again. */
export const faultRegistersQuery = (deviceId: string) => ({
  queryKey: ['fault-registers', deviceId],
  queryFn: async () => ({ registers: await readFaultLog(deviceId), readAtMs: Date.now() }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
});

export const sendFaultReset = (deviceId: string) =>
  sendCommand(recoveryCalls.faultReset, 'fault_reset', {
    params: { deviceId },
    body: { what: 'fault-reset', value: true },
  });
