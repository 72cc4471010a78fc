import { useTranslations } from 'use-intl';
import classes from './page.module.css';

export function LoadingPage() {
  const t = useTranslations('app');
  return (
    <p className={classes.loading} role="status">
      {t('loading')}
    </p>
  );
}
