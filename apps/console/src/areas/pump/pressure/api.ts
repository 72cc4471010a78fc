import { EXPECTED_VALUE_HEADER } from '@manoboard/contract/command/command';
import { commandCalls } from '@manoboard/contract/command/command.calls';
import { useQuery } from '@tanstack/react-query';
import { sendCommand } from '../../../device/commands/send-command.ts';
import { whenIdle } from '../../../lib/time/when-idle.ts';

/** Loads after the first paint: the live data has the same values. */
async function fcValues() {
  await whenIdle();
  return import('../../../device/fc-values.ts');
}

/** Both values in wire units; our server refuses the write if the value is no longer the one that the user has seen. */
export const sendRequiredPressure = (deviceId: string, value: number, seen: number | null) =>
  sendCommand(commandCalls.writePressure, 'write', {
    params: { deviceId },
    body: { what: 'Required pressure', value },
    headers: seen === null ? {} : { [EXPECTED_VALUE_HEADER]: seen.toFixed(6) },
  });

/**
 * R8: the two values of the spec that the card requests when it opens. They serve until the live data has the field, as
 * with a provider that has no stream.
 */
export function useOpenedPressure(deviceId: string) {
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };
  const required = useQuery({
    queryKey: ['opened-pressure', deviceId, 'required_pressure'],
    queryFn: async ({ signal }) =>
      (await (await fcValues()).fetchFcConfig(deviceId, 'required_pressure', signal)) ?? null,
    ...once,
  });
  const control = useQuery({
    queryKey: ['opened-pressure', deviceId, 'pressure_control'],
    queryFn: async ({ signal }) => (await fcValues()).fetchFcDataLast(deviceId, 'pressure_control', signal),
    ...once,
  });
  return { required: required.data ?? undefined, control: control.data?.value ?? null };
}
export type OpenedPressure = ReturnType<typeof useOpenedPressure>;

export const sendPressureControl = (deviceId: string, isLocal: boolean) =>
  sendCommand(commandCalls.pressureControl, 'pressure_control', {
    params: { deviceId },
    body: { what: 'pressure-control', value: isLocal },
  });
