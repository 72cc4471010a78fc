import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ToolTexts } from '../lib/tool-texts.tsx';
import { useFaultWord } from './use-fault-word.ts';

interface Props {
  fcType: string | null;
  code: number;
  /** Shown until the texts are loaded, or when they fail to load. */
  inShort: ReactNode;
}

/** R5.1: a fault in words, with its code. */
export const FaultName = ({ inShort, ...fault }: Props) => (
  <ToolTexts waiting={inShort} missing={inShort}>
    <Named {...fault} />
  </ToolTexts>
);

function Named({ fcType, code }: Omit<Props, 'inShort'>) {
  const t = useTranslations('diagnostics');
  return t('faultNamed', { name: useFaultWord(fcType)(code), code });
}
