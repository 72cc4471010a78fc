import { IconDeviceMobileDown } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { installOffer } from './install-offer.ts';

/** Puts the console on the home screen; nothing where the browser does not offer it, or it is there already. */
export function InstallButton({ className = '' }: { className?: string }) {
  const t = useTranslations('app');
  const offer = useSelector(installOffer);
  if (!offer) return null;
  const install = () => void offer.prompt().then(() => installOffer.set(undefined));
  return (
    <Button
      variant="default"
      size="touch"
      className={className}
      icon={<IconDeviceMobileDown size={18} stroke={1.7} aria-hidden />}
      onClick={install}
    >
      {t('install')}
    </Button>
  );
}
