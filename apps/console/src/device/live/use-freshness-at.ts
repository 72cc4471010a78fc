import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { type Freshness, freshnessAt } from '@manoboard/domain/telemetry/freshness';
import { useClock } from '../../lib/clock.ts';
import { useLiveDevice } from './use-live.ts';

/**
 * How fresh a value is that this page asks for on its own, measured at `timeS`. Until the next answer it may be
 * `everyMs` older than what the server knows: that is no fault of the board's.
 */
export function useFreshnessAt(
  deviceId: string,
  field: ReadingField,
  timeS: number | null,
  everyMs: number,
): Freshness {
  const last = useLiveDevice(deviceId, (device) => device.last);
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline ?? false);
  return useClock((nowS) => {
    if (!last) return timeS === null ? 'never' : 'stale';
    return freshnessAt(last, field, timeS, isOnline, nowS - everyMs / 1000);
  });
}
