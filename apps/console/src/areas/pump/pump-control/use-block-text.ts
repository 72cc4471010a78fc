import { useTranslations } from 'use-intl';
import type { ControlSwitch } from './use-pump-switch.ts';

/** Why a pump cannot be switched; nothing while its position is unknown, which the page shows. */
export function useBlockText() {
  const t = useTranslations();
  return (block: ControlSwitch['block']): string | undefined => {
    if (block === undefined || block === 'unknown') return undefined;
    if (block === 'lockedOut') return t('lockOut.blocked');
    if (block === 'converterPower' || block === 'localControl') return t(`pump.${block}`);
    return t(`control.${block}`);
  };
}
