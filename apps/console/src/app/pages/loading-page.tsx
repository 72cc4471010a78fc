import { useTranslations } from 'use-intl';

export function LoadingPage() {
  const t = useTranslations('app');
  return (
    <p className="p-6.5 text-dim text-center" role="status">
      {t('loading')}
    </p>
  );
}
