import type { LastData, PumpLook } from '@manoboard/contract/device/device';
import { freshness } from '../telemetry/freshness.ts';
import { pumpState, pumpStateFields } from './pump.ts';

/** R5.3: the pump's state while every field it is derived from is live, else why there is no current state. */
export function pumpLook(last: LastData | undefined, isOnline: boolean, nowS: number): PumpLook {
  if (!isOnline) return 'offline';
  if (!last) return 'unknown';
  const state = pumpState(last.data);
  const parts = pumpStateFields(last.data).map((field) => freshness(last, field, isOnline, nowS));
  return state !== 'unknown' && parts.includes('stale') ? 'stale' : state;
}
