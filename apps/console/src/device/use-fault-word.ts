import { faultOf } from '@manoboard/domain/fc/faults';
import { useTranslations } from 'use-intl';

/** R5.1: the words of a fault, as far as this type of converter has them. */
export function useFaultWord(fcType: string | null) {
  const t = useTranslations();
  return (code: number) => {
    const fault = faultOf(fcType, code);
    if (code === 0) return t('diagnostics.noFault');
    return fault ? t(`fault.${fault.kind}.title`) : t('fcState.fault.title');
  };
}
