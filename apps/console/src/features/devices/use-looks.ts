import { useSyncExternalStore } from 'react';
import { type PumpLook, pumpLook } from '../../device/device-view.ts';
import { liveStore } from '../../device/live/live.ts';
import { serverNowS, useClock } from '../../lib/clock.ts';

/** How each pump looks now: that changes with new data, and with data that grows old. */
export function useLooks(deviceIds: readonly string[]): PumpLook[] {
  const looksAt = (nowS: number) => deviceIds.map((id) => pumpLook(liveStore.device(id), nowS)).join();
  useSyncExternalStore(liveStore.subscribeAll, () => looksAt(serverNowS()));
  return useClock(looksAt).split(',') as PumpLook[];
}
