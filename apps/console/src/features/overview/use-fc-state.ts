import { pumpState } from '@manoboard/domain/pump/pump';
import { useLiveDevice } from '../../device/live/use-live.ts';
import { useReading } from '../../device/live/use-reading.ts';
import { useAgeText } from '../../lib/format.ts';

export type FcCondition = 'fine' | 'faulty' | 'silent' | 'unknown';

/** R5.1: a code is a fault, and so is the state of fault without one; a converter that is not heard has said neither. */
function useCondition(deviceId: string): FcCondition {
  return useLiveDevice(deviceId, ({ last }) => {
    if (!last) return 'unknown';
    if (last.fc === 0) return 'silent';
    const { fault } = last.data;
    if ((fault ?? 0) !== 0 || pumpState(last.data) === 'fault') return 'faulty';
    return fault === undefined ? 'unknown' : 'fine';
  });
}

/** R4.6: is the converter all right, and is that still so? */
export function useFcState(deviceId: string) {
  const ageText = useAgeText();
  const condition = useCondition(deviceId);
  const { value: code, freshness, ageS } = useReading(deviceId, 'fault');
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline === true);
  return {
    condition,
    code: code ?? 0,
    /** Said by the converter now; its silence is what the board says now. */
    isLive: condition === 'silent' ? isOnline : freshness === 'live',
    age: freshness === 'stale' ? ageText(ageS, 'moment') : undefined,
  };
}
