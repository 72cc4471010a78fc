import type { ReadingField } from '@manoboard/contract/reading';
import { lockOf } from '@manoboard/domain/control-mode';
import { pumpState } from '@manoboard/domain/pump';
import { useTranslations } from 'use-intl';
import { type QuantityField, useAgeText } from '../../lib/format.ts';
import { useLiveDevice } from '../../lib/live/use-live.ts';
import { useReading } from '../../lib/live/use-reading.ts';

export type CodeField = Exclude<ReadingField, QuantityField>;

const CONTROL_OF_LOCK = { locked: 'remote', unlocked: 'local', unknown: 'unknown' } as const;

/** What a code of the converter means, with the same age as any other value. */
export function useCodeWord(deviceId: string, field: CodeField) {
  const t = useTranslations();
  const ageText = useAgeText();
  const { freshness, value, ageS } = useReading(deviceId, field);
  const frequency = useLiveDevice(deviceId, ({ last }) => last?.data.frequency_fc ?? null);
  const missing = t('common.notAvailable');
  if (freshness === 'never') return { freshness, text: null, missing };

  const words: Record<CodeField, () => string> = {
    on_off_state_r: () => t(`pump.state.${pumpState({ on_off_state_r: value, frequency_fc: frequency })}`),
    modbus: () => t(`device.control.${CONTROL_OF_LOCK[lockOf({ modbus: value })]}`),
    // R5.4: 0 is remote requirement control, anything else local.
    pressure_control: () => t(`device.control.${value === 0 ? 'remote' : 'local'}`),
    fault: () => (value === 0 ? t('device.noFault') : t('device.faultCode', { code: value })),
  };
  return { freshness, text: words[field](), age: ageText(ageS), missing };
}
