import { IconAlertTriangle, IconPlugX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

/** R4.2 */
export function UpdateWarnings() {
  const t = useTranslations('firmware');
  return (
    <ul className="grid gap-2 text-md rounded-md px-4 py-3 bg-wait-soft text-wait-ink leading-normal mb-4 [&_svg]:flex-none">
      <li className="flex gap-2.5">
        <IconAlertTriangle {...icon} />
        {t('warnUse')}
      </li>
      <li className="flex gap-2.5">
        <IconPlugX {...icon} />
        {t('warnPower')}
      </li>
    </ul>
  );
}
