import type { LastData } from '@manoboard/contract/device';
import { freshness } from '@manoboard/domain/freshness';
import { fieldTime } from '@manoboard/domain/last-data';
import { type PumpState, pumpState, pumpStateFields } from '@manoboard/domain/pump';
import { useClock } from '../clock.ts';
import { roundAge } from '../format.ts';
import type { LiveDevice } from './live-store.ts';
import { useDataClock } from './use-data-clock.ts';
import { useLiveDevice } from './use-live.ts';

/** How the pump looks: its state while that is fresh, else why there is no state to show. */
export type PumpLook = PumpState | 'stale' | 'offline' | 'connecting';

/** R5.3 and "a stale value never looks live": the state counts only while all that it is made of is fresh. */
export function pumpLook({ last, isOnline }: LiveDevice, nowS: number): PumpLook {
  if (isOnline === undefined) return 'connecting';
  if (!isOnline) return 'offline';
  if (!last) return 'unknown';
  const state = pumpState(last.data);
  const parts = pumpStateFields(last.data).map((field) => freshness(last, field, isOnline, nowS));
  return state !== 'unknown' && parts.includes('stale') ? 'stale' : state;
}

function measuredAt(last: LastData): number | null {
  const times = pumpStateFields(last.data).flatMap((field) => fieldTime(last, field) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

export interface Pump {
  look: PumpLook;
  /** What was last known, however old. */
  state: PumpState;
  /** Of that state, rounded to its words; nothing when it was never reported. */
  ageS: number | null;
}

export function usePump(deviceId: string): Pump {
  const device = useLiveDevice(deviceId, (known) => known);
  const { last } = device;
  const at = last ? measuredAt(last) : null;
  return {
    look: useDataClock((nowS) => pumpLook(device, nowS)),
    state: last ? pumpState(last.data) : 'unknown',
    ageS: useClock((nowS) => (at === null ? null : roundAge(Math.max(0, nowS - at)))),
  };
}
