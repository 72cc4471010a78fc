import { recoveryCalls } from '@manoboard/contract/command/recovery.calls';
import { faultLogOf } from '@manoboard/domain/fc/fault-log';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { sendCommand } from '../../../device/commands/send-command.ts';
import { readRegisters } from '../../../device/read-registers.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

/** The registers of the fault log of this type of converter; none for a type without one. */
export function faultRegistersOf(fcType: string | null): number[] {
  const profile = profileOf(fcType ?? '');
  return profile?.capabilities.hasFaultLog ? faultLogOf(profile).map(({ address }) => address) : [];
}

export const outlookQuery = (deviceId: string) =>
  readQuery(['fault-reset', deviceId], recoveryCalls.faultResetOutlook, { params: { deviceId } });

/** Never cached: each dialog reads the registers again. */
export const faultRegistersQuery = (deviceId: string, fcType: string | null) => ({
  queryKey: ['fault-registers', deviceId],
  queryFn: async () => {
    const wanted = faultRegistersOf(fcType);
    const answer = wanted.length > 0 ? await readRegisters(deviceId, wanted) : undefined;
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
