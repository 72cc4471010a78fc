import { useTranslations } from 'use-intl';
export function SignupPage() {
  const t = useTranslations();
  return <h1>{t('auth.signup')}</h1>;
}
