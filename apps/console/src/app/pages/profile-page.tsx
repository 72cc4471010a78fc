import { useTranslations } from 'use-intl';
export function ProfilePage() {
  const t = useTranslations();
  return <h1>{t('nav.profile')}</h1>;
}
