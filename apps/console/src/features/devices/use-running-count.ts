import { useSyncExternalStore } from 'react';
import { serverNowS, useClock } from '../../lib/clock.ts';
import { liveStore } from '../../lib/live/live.ts';
import { type PumpLook, pumpLook } from '../../lib/live/use-pump.ts';

const UNKNOWN: readonly PumpLook[] = ['unknown', 'stale', 'offline', 'connecting'];

/**
 * How many pumps are known to run now: it changes with new data, and with data that grows old. None runs only when
 * that is known of all; else nothing.
 */
export function useRunningCount(deviceIds: readonly string[]): number | null {
  const countAt = (nowS: number) => {
    const looks = deviceIds.map((id) => pumpLook(liveStore.device(id), nowS));
    const running = looks.filter((look) => look === 'running').length;
    return running === 0 && looks.some((look) => UNKNOWN.includes(look)) ? null : running;
  };
  useSyncExternalStore(liveStore.subscribeAll, () => countAt(serverNowS()));
  return useClock(countAt);
}
