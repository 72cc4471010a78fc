import { IconWifi } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';

/** R4.1: only a board that is connected to Wi-Fi can be added. */
export function WifiHelp({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('addDevice.wifi');
  return (
    <details
      className="text-md border-t border-line leading-normal pt-3 [&_summary_svg]:flex-none [&_summary_svg]:text-dim [&_li+li]:mt-1.5"
      open={isOpen}
    >
      <summary className="flex items-center gap-2.5 font-medium cursor-pointer min-h-10">
        <IconWifi size={18} stroke={1.7} aria-hidden />
        {t('title')}
      </summary>
      <ol className="list-decimal mt-1.5 pl-5 text-dim">
        <li>{t('power')}</li>
        <li>{t('network')}</li>
        <li>{t('signal')}</li>
        <li>{t('again')}</li>
      </ol>
    </details>
  );
}
