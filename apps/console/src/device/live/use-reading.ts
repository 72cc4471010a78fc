import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import type { LastData } from '@manoboard/contract/nouns/device';
import { ageS, type Freshness, freshness } from '@manoboard/domain/telemetry/freshness';
import { useClock } from '../../lib/clock.ts';
import { roundAge } from '../../lib/format.ts';
import { useDataClock } from './use-data-clock.ts';
import { useLiveDevice } from './use-live.ts';

/** Never a number without its age. */
export type ReadingView =
  | { freshness: 'never'; value: null; ageS: null }
  | { freshness: Exclude<Freshness, 'never'>; value: number; ageS: number };

const NEVER: ReadingView = { freshness: 'never', value: null, ageS: null };

/** One field of a device; until the server says whether the device is online, its values are not live. */
export function useReading(deviceId: string, field: ReadingField): ReadingView {
  const last = useLiveDevice(deviceId, (device): LastData | undefined => device.last);
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline ?? false);
  const state = useDataClock((nowS) => (last ? freshness(last, field, isOnline, nowS) : 'never'));
  const age = useClock((nowS) => roundAge((last && ageS(last, field, nowS)) ?? 0));
  const value = last?.data[field];
  return value == null || state === 'never' ? NEVER : { freshness: state, value, ageS: age };
}
