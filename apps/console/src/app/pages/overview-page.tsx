import { useTranslations } from 'use-intl';

export function OverviewPage() {
  const t = useTranslations('nav');
  return <h1>{t('overview')}</h1>;
}
