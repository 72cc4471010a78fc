import { useTranslations } from 'use-intl';

export function DashboardPage() {
  const t = useTranslations('nav');
  return <h1>{t('dashboard')}</h1>;
}
