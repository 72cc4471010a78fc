import { useSyncExternalStore } from 'react';
import { serverNowS, useClock } from '../../lib/clock.ts';
import { liveStore } from '../../lib/live/live.ts';
import { type PumpLook, pumpLook } from '../../lib/live/use-pump.ts';

/** How each pump looks now: that changes with new data, and with data that grows old. */
export function useLooks(deviceIds: readonly string[]): PumpLook[] {
  const looksAt = (nowS: number) => deviceIds.map((id) => pumpLook(liveStore.device(id), nowS)).join();
  useSyncExternalStore(liveStore.subscribeAll, () => looksAt(serverNowS()));
  return useClock(looksAt).split(',') as PumpLook[];
}
