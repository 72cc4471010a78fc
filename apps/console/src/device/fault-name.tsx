import type { Converter } from '@manoboard/domain/fc/faults';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { areaTexts } from '../lib/texts/area-texts.tsx';
import { useFaultTitle } from './use-fault-title.ts';

const FaultTexts = areaTexts('faults');

interface Props {
  converter: Converter;
  code: number;
  /** Shown until the texts are loaded, or when they fail to load. */
  fallback: ReactNode;
}

/** R5.1: the title of a fault, with its code. */
export const FaultName = ({ fallback, ...fault }: Props) => (
  <FaultTexts waiting={fallback} missing={fallback}>
    <Named {...fault} />
  </FaultTexts>
);

function Named({ converter, code }: Omit<Props, 'fallback'>) {
  const t = useTranslations('diagnostics');
  return t('faultNamed', { name: useFaultTitle(converter)(code), code });
}
