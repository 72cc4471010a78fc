import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { lockOf } from '@manoboard/domain/pump/control-mode';
import { pumpState } from '@manoboard/domain/pump/pump';
import { useTranslations } from 'use-intl';
import { type QuantityField, quantities } from '../lib/texts/format.ts';

export type CodeField = Exclude<ReadingField, QuantityField>;

export const isCode = (field: ReadingField): field is CodeField => !Object.hasOwn(quantities, field);

const CONTROL_OF_LOCK = { locked: 'remote', unlocked: 'local', unknown: 'unknown' } as const;

/** The meaning of a converter code; the pump state also depends on the frequency. */
export function useCodeMeaning() {
  const t = useTranslations();
  return (field: CodeField, code: number, frequency: number | null): string => {
    const texts: Record<CodeField, () => string> = {
      on_off_state_r: () => t(`pump.state.${pumpState({ on_off_state_r: code, frequency_fc: frequency })}`),
      modbus: () => t(`device.controlMode.${CONTROL_OF_LOCK[lockOf({ modbus: code })]}`),
      // R5.4: 0 is remote requirement control, anything else local.
      pressure_control: () => t(`device.control.${code === 0 ? 'remote' : 'local'}`),
      fault: () => (code === 0 ? t('device.noFault') : t('device.faultCode', { code })),
    };
    return texts[field]();
  };
}
