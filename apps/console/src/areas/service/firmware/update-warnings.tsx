import { IconAlertTriangle, IconPlugX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './firmware.module.css';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

/** R4.2 */
export function UpdateWarnings() {
  const t = useTranslations('firmware');
  return (
    <ul className={classes.warnings}>
      <li className="flex gap-4">
        <IconAlertTriangle {...icon} />
        {t('warnUse')}
      </li>
      <li className="flex gap-4">
        <IconPlugX {...icon} />
        {t('warnPower')}
      </li>
    </ul>
  );
}
