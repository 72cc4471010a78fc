import { IconDownload, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../ui/notice.tsx';
import { isUpdateOffered, useFirmware } from './use-firmware.ts';

interface Props {
  deviceId: string;
  /** The look of one that is only offered. */
  offerClass?: string | undefined;
  /** Leads to the update. */
  link: (text: string) => ReactNode;
}

/** R4.2: an update that runs is seen on the device's page whoever began it; one that fits is offered there. */
export function UpdateNotice({ deviceId, offerClass, link }: Props) {
  const t = useTranslations('deviceTools');
  const { firmware } = useFirmware(deviceId);
  if (!firmware || !isUpdateOffered(firmware)) return null;
  const { update, available } = firmware;
  const isRunning = update !== null && !update.is_ended;
  return (
    <Banner
      className={isRunning ? undefined : offerClass}
      icon={
        isRunning ? (
          <IconRefresh size={20} aria-hidden="true" />
        ) : (
          <IconDownload size={20} aria-hidden="true" />
        )
      }
    >
      {isRunning
        ? t('updateRunning', { version: update.version, percent: update.percent })
        : t('updateAvailable', { version: available?.version ?? '' })}{' '}
      {link(t('updateShow'))}
    </Banner>
  );
}

/** Renders what it holds while there is an update to offer or to watch. */
export function WhenUpdateOffered({ deviceId, children }: { deviceId: string; children: ReactNode }) {
  return isUpdateOffered(useFirmware(deviceId).firmware) && children;
}
