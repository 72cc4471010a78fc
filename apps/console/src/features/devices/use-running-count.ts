import { useSyncExternalStore } from 'react';
import { serverNowS, useClock } from '../../lib/clock.ts';
import { liveStore } from '../../lib/live/live.ts';
import { pumpLook } from '../../lib/live/use-pump.ts';

/** How many pumps are known to run now: it changes with new data, and with data that grows old. */
export function useRunningCount(deviceIds: readonly string[]): number {
  const countAt = (nowS: number) =>
    deviceIds.filter((id) => pumpLook(liveStore.device(id), nowS) === 'running').length;
  useSyncExternalStore(liveStore.subscribeAll, () => countAt(serverNowS()));
  return useClock(countAt);
}
