import { useTranslations } from 'use-intl';

/** R3.8: the text was typed before the session expired. */
export function RestoredNotice() {
  const t = useTranslations('common');
  return (
    <p className="text-md text-dim leading-normal" role="status">
      {t('restored')}
    </p>
  );
}
