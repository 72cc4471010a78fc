import { useSyncExternalStore } from 'react';
import { type PumpStatus, pumpStatus } from '../../../device/device-view.ts';
import { liveStore } from '../../../device/live/live.ts';
import { serverNowS, useClock } from '../../../lib/time/clock.ts';

/** The current status of each pump. It changes with new data, and when data becomes stale. */
export function usePumpStatuses(deviceIds: readonly string[]): PumpStatus[] {
  const statusesAt = (nowS: number) => deviceIds.map((id) => pumpStatus(liveStore.device(id), nowS)).join();
  useSyncExternalStore(liveStore.subscribeAll, () => statusesAt(serverNowS()));
  return useClock(statusesAt).split(',') as PumpStatus[];
}
