import type { DeviceFirmware } from '@manoboard/contract/nouns/firmware-release';
import { useQuery } from '@tanstack/react-query';
import { firmwareQuery } from './api.ts';

/** R6.1: for a page whose stream is down. */
const POLL_MS = 6000;
const STALE_MS = 60_000;

export const isUpdating = ({ update }: DeviceFirmware) => update !== null && !update.is_ended;

/** R4.2: offered when something newer fits; one that runs can always be looked at. */
export const isUpdateOffered = (firmware: DeviceFirmware | undefined) =>
  firmware !== undefined && (firmware.available !== null || isUpdating(firmware));

/** What runs, what could, and how far an update is, as the server hears of it. */
export function useFirmware(deviceId: string) {
  const { data, isError, refetch } = useQuery({
    ...firmwareQuery(deviceId),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data && isUpdating(state.data) ? POLL_MS : false),
  });
  return { firmware: data, isFailed: data === undefined && isError, refresh: () => void refetch() };
}
