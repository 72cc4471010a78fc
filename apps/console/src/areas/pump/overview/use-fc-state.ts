import type { LastData } from '@manoboard/contract/device/device';
import { pumpState } from '@manoboard/domain/pump/pump';
import { readingOf } from '../../../device/device-view.ts';
import { useFcRefusal } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useAgeText } from '../../../lib/texts/format.ts';

export type FcCondition = 'fine' | 'faulty' | 'silent' | 'foreign' | 'unknown';

/** R5.1: a fault is a nonzero code or the fault state; a converter that does not answer is silent. */
function conditionOf(last: LastData | undefined): FcCondition {
  if (!last) return 'unknown';
  if (last.fc === 0) return 'silent';
  const { fault } = last.data;
  if ((fault ?? 0) !== 0 || pumpState(last.data) === 'fault') return 'faulty';
  return fault === undefined ? 'unknown' : 'fine';
}

/** R4.6: the condition of the converter, and whether it is live. */
export function useFcState(deviceId: string) {
  const ageText = useAgeText();
  /** R4.16: it answers, but it is not the converter that the board is configured for. */
  const refused = useFcRefusal(deviceId);
  const {
    condition: reported,
    hasNoFaultField,
    isOnline,
    value: code,
    freshness,
    ageS,
  } = useDevice(deviceId, (view) => ({
    ...readingOf(view, 'fault'),
    condition: conditionOf(view.last),
    hasNoFaultField: view.last !== undefined && view.last.data.fault === undefined,
    isOnline: view.isOnline === true,
  }));
  const condition = refused ? ('foreign' as const) : reported;
  return {
    condition,
    /** R8: a provider without fault codes says nothing about the condition, which is then no unknown state. */
    isCondition: condition !== 'unknown' || !hasNoFaultField,
    refused,
    code: code ?? 0,
    /** The board reports a silent converter, so that state is live while the board is online. */
    isLive: reported === 'silent' ? isOnline : freshness === 'live',
    age: freshness === 'stale' ? ageText(ageS ?? 0, 'moment') : undefined,
  };
}
