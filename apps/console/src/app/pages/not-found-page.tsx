import { useTranslations } from 'use-intl';
export function NotFoundPage() {
  const t = useTranslations();
  return <h1>{t('notFound.title')}</h1>;
}
