import { recoveryCalls } from '@manoboard/contract/command/recovery.calls';
import { sendCommand } from '../../../device/commands/send-command.ts';
import { readRegisters } from '../../../device/read-registers.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

/** P07.27 to P07.40, and the present bus voltage (`domain.md` 1.4, 1.5). */
export const FAULT_REGISTERS: readonly number[] = [
  ...Array.from({ length: 14 }, (_, index) => 0x071b + index),
  0x3002,
];

export const outlookQuery = (deviceId: string) =>
  readQuery(['fault-reset', deviceId], recoveryCalls.faultResetOutlook, { params: { deviceId } });

/** Never cached: each dialog reads the registers again. */
export const faultRegistersQuery = (deviceId: string) => ({
  queryKey: ['fault-registers', deviceId],
  queryFn: async () => {
    const answer = await readRegisters(deviceId, FAULT_REGISTERS);
    return { registers: answer?.registers ?? [], readAtMs: Date.now() };
  },
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
