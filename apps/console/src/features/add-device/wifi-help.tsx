import { IconWifi } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './add-device.module.css';

/** R4.1: only a board that is connected to Wi-Fi can be added. */
export function WifiHelp({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('addDevice.wifi');
  return (
    <details className={classes.help} open={isOpen}>
      <summary>
        <IconWifi size={18} stroke={1.7} aria-hidden />
        {t('title')}
      </summary>
      <ol>
        <li>{t('power')}</li>
        <li>{t('network')}</li>
        <li>{t('signal')}</li>
        <li>{t('again')}</li>
      </ol>
    </details>
  );
}
