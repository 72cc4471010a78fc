import type { Messages } from '@manoboard/i18n/messages';
import { useTranslations } from 'use-intl';

/** What a register is called; one that the texts do not know keeps the name of its map. */
export function useRegisterName() {
  const t = useTranslations('registerName');
  return (name: string) => {
    const key = name as keyof Messages['registerName'];
    return t.has(key) ? t(key) : name;
  };
}
