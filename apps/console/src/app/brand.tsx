import { IconDropletFilled } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './brand.module.css';

export function Brand({ isMarkOnly = false }: { isMarkOnly?: boolean }) {
  const t = useTranslations('app');
  return (
    <span className={classes.brand}>
      <span className={classes.mark}>
        <IconDropletFilled size={19} aria-hidden />
      </span>
      <span className={isMarkOnly ? 'vh' : undefined}>{t('name')}</span>
    </span>
  );
}
