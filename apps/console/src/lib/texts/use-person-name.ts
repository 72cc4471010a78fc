import { useTranslations } from 'use-intl';

/** R3.5: commands and changes of a deleted account have no name. */
export function usePersonName() {
  const t = useTranslations('common');
  return (name: string) => name || t('deletedAccount');
}
