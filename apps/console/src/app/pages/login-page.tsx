import { useTranslations } from 'use-intl';
export function LoginPage() {
  const t = useTranslations();
  return <h1>{t('auth.login')}</h1>;
}
