import type { Messages } from '@manoboard/i18n/messages';
import { useTranslations } from 'use-intl';

/** The translated name of a register, else the words of its profile, else its name in the register map. */
export function useRegisterName() {
  const t = useTranslations('registerName');
  return (name: string, text: string | null = null) => {
    const key = name as keyof Messages['registerName'];
    return t.has(key) ? t(key) : (text ?? name);
  };
}
