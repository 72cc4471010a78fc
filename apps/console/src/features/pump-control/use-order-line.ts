import { useTranslations } from 'use-intl';
import type { ControlSwitch } from './use-pump-switch.ts';

type Words = Record<ControlSwitch['position'], string>;

/** What becomes of a wish: quiet, and only while there is something to tell. */
export function useOrderLine() {
  const t = useTranslations('control');
  return (control: ControlSwitch, words: Words): string | undefined => {
    const { isSending, isAwaiting, isConfirmed, position, requested } = control;
    if (isConfirmed) return t('confirmed');
    const difference = requested && t('wished', { wished: words[requested], reported: words[position] });
    if (isSending) return [t('sending'), difference].filter(Boolean).join(' ');
    return difference ?? (isAwaiting ? t('awaiting') : undefined);
  };
}
