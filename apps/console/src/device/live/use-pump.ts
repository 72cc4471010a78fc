import type { PumpLook as KnownLook, LastData } from '@manoboard/contract/nouns/device';
import { type PumpState, pumpState, pumpStateFields } from '@manoboard/domain/pump/pump';
import { pumpLook as lookOf } from '@manoboard/domain/pump/pump-look';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';
import { useClock } from '../../lib/clock.ts';
import { roundAge } from '../../lib/format.ts';
import type { LiveDevice } from './live-store.ts';
import { useDataClock } from './use-data-clock.ts';
import { useLiveDevice } from './use-live.ts';

/** How the pump looks: its state while that is current, else why there is no state to show. */
export type PumpLook = KnownLook | 'connecting';

export const pumpLook = ({ last, isOnline }: LiveDevice, nowS: number): PumpLook =>
  isOnline === undefined ? 'connecting' : lookOf(last, isOnline, nowS);

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
