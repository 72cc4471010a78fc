import { faultOf } from '@manoboard/domain/fc/faults';
import { pumpState } from '@manoboard/domain/pump';
import { useTranslations } from 'use-intl';
import { useAgeText } from '../../lib/format.ts';
import { useLiveDevice } from '../../lib/live/use-live.ts';
import { useReading } from '../../lib/live/use-reading.ts';

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

/** R4.6: what is wrong with the converter, in words, and what to do about it. */
export function useFcState(deviceId: string, fcType: string | null) {
  const t = useTranslations();
  const ageText = useAgeText();
  const condition = useCondition(deviceId);
  const { value: code, freshness, ageS } = useReading(deviceId, 'fault');
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline === true);
  const fault = code ? faultOf(fcType, code) : undefined;

  function trouble() {
    if (condition === 'silent')
      return { title: t('fcState.silence.title'), advice: t('fcState.silence.advice') };
    if (condition !== 'faulty') return undefined;
    if (!fault) return { title: t('fcState.fault.title'), advice: t('fcState.fault.advice') };
    return { title: t(`fault.${fault.kind}.title`), advice: t(`fault.${fault.kind}.advice`) };
  }
  function codeText() {
    if (condition !== 'faulty' || !code) return undefined;
    return fault ? t('fcState.codeName', { code, name: fault.name }) : t('fcState.code', { code });
  }
  return {
    condition,
    /** Said by the converter now; its silence is what the board says now. */
    isLive: condition === 'silent' ? isOnline : freshness === 'live',
    code: codeText(),
    trouble: trouble(),
    age: freshness === 'stale' ? ageText(ageS) : undefined,
  };
}
