import type { ReadingField } from '@manoboard/contract/reading';
import { lockOf } from '@manoboard/domain/control-mode';
import { pumpState, pumpStateFields } from '@manoboard/domain/pump';
import { useTranslations } from 'use-intl';
import { type QuantityField, useValueAge } from '../../lib/format.ts';
import { type ReadingView, useReading } from '../../lib/live/use-reading.ts';

export type CodeField = Exclude<ReadingField, QuantityField>;

const CONTROL_OF_LOCK = { locked: 'remote', unlocked: 'local', unknown: 'unknown' } as const;

/** A word for two values is as old as the older of both. */
function useCode(deviceId: string, field: CodeField): ReadingView & { frequencyHz: number | null } {
  const code = useReading(deviceId, field);
  const frequency = useReading(deviceId, 'frequency_fc');
  const frequencyHz = frequency.value;
  const fields: readonly ReadingField[] = pumpStateFields({
    on_off_state_r: code.value,
    frequency_fc: frequencyHz,
  });
  const isByFrequency = field === 'on_off_state_r' && fields.includes('frequency_fc');
  if (!isByFrequency || code.freshness === 'never' || frequency.freshness !== 'stale')
    return { ...code, frequencyHz };
  return { ...code, freshness: 'stale', ageS: Math.max(code.ageS, frequency.ageS), frequencyHz };
}

/** What a code of the converter means, with the same age as any other value. */
export function useCodeWord(deviceId: string, field: CodeField) {
  const t = useTranslations();
  const valueAge = useValueAge();
  const { freshness, value, ageS, frequencyHz } = useCode(deviceId, field);
  const missing = t('common.notAvailable');
  if (freshness === 'never') return { freshness, text: null, missing };

  const words: Record<CodeField, () => string> = {
    on_off_state_r: () => t(`pump.state.${pumpState({ on_off_state_r: value, frequency_fc: frequencyHz })}`),
    modbus: () => t(`device.controlMode.${CONTROL_OF_LOCK[lockOf({ modbus: value })]}`),
    // R5.4: 0 is remote requirement control, anything else local.
    pressure_control: () => t(`device.control.${value === 0 ? 'remote' : 'local'}`),
    fault: () => (value === 0 ? t('device.noFault') : t('device.faultCode', { code: value })),
  };
  return { freshness, text: words[field](), ...valueAge(ageS, freshness), missing };
}
