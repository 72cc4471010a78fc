import type { Messages } from '@manoboard/i18n/messages';
import { useTranslations } from 'use-intl';

/** The translated name of a register, else its name in the register map. */
export function useRegisterName() {
  const t = useTranslations('registerName');
  return (name: string) => {
    const key = name as keyof Messages['registerName'];
    return t.has(key) ? t(key) : name;
  };
}
