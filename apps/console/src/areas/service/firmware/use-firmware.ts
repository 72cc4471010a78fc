import type { DeviceFirmware } from '@manoboard/contract/firmware/firmware-release';
import { useQuery } from '@tanstack/react-query';
import { firmwareQuery } from './api.ts';

/** R6.1: poll interval of a running update, for a page without the stream. */
const POLL_MS = 6000;
const STALE_MS = 60_000;

export const isUpdating = ({ update }: DeviceFirmware) => update !== null && !update.is_ended;

/** R4.2: true while an update is available or running. */
export const isUpdateOffered = (firmware: DeviceFirmware | undefined) =>
  firmware !== undefined && (firmware.available !== null || isUpdating(firmware));

/** Installed and available firmware, and the progress of an update. */
export const useFirmware = (deviceId: string) =>
  useQuery({
    ...firmwareQuery(deviceId),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data && isUpdating(state.data) ? POLL_MS : false),
  });
