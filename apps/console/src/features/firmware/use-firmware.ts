import type { DeviceFirmware } from '@manoboard/contract/firmware-release';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useHeard } from '../../lib/live/use-live.ts';
import { firmwareQuery } from './api.ts';

/** R6.1: for a page whose stream is down. */
const ASK_AGAIN_MS = 6000;
const FRESH_MS = 60_000;

export const isUpdating = ({ update }: DeviceFirmware) => update !== null && !update.is_ended;

/** R4.2: offered when something newer fits; one that runs can always be looked at. */
export const isUpdateOffered = (firmware: DeviceFirmware | undefined) =>
  firmware !== undefined && (firmware.available !== null || isUpdating(firmware));

/** What runs, what could, and how far an update is, as the server hears of it. */
export function useFirmware(deviceId: string) {
  const queryClient = useQueryClient();
  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: firmwareQuery(deviceId).queryKey }),
    [queryClient, deviceId],
  );
  useHeard('firmware', refresh);
  const query = useQuery({
    ...firmwareQuery(deviceId),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.data && isUpdating(state.data) ? ASK_AGAIN_MS : false),
  });
  return { firmware: query.data, isFailed: query.data === undefined && query.isError, refresh };
}
