import { type Converter, faultOf } from '@manoboard/domain/fc/faults';
import { useTranslations } from 'use-intl';

/** R5.1: the title of a fault; a general one when the type of converter does not define the code. */
export function useFaultTitle(converter: Converter) {
  const t = useTranslations();
  return (code: number) => {
    const fault = faultOf(converter, code);
    if (code === 0) return t('diagnostics.noFault');
    return fault ? t(`fault.${fault.kind}.title`) : t('fcState.fault.title');
  };
}
