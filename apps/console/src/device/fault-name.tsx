import type { Converter } from '@manoboard/domain/fc/faults';
import { useTranslations } from 'use-intl';
import { useFaultTitle } from './use-fault-title.ts';

interface Props {
  converter: Converter;
  code: number;
}

/** R5.1: the title of a fault, with its code. */
export function FaultName({ converter, code }: Props) {
  const t = useTranslations('diagnostics');
  return t('faultNamed', { name: useFaultTitle(converter)(code), code });
}
