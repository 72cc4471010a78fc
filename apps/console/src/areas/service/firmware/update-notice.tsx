import { IconDownload, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../../ui/notice.tsx';
import { isUpdateOffered, useFirmware } from './use-firmware.ts';

interface Props {
  deviceId: string;
  /** Class of the notice while no update runs. */
  offerClass?: string | undefined;
  /** Renders the link to the update dialog. */
  link: (text: string) => ReactNode;
}

/** R4.2: shows a running update (started by any user) or offers an available one. */
export function UpdateNotice({ deviceId, offerClass, link }: Props) {
  const t = useTranslations('deviceTools');
  const { data: firmware } = useFirmware(deviceId);
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

/** Renders its children while an update is available or running. */
export function WhenUpdateOffered({ deviceId, children }: { deviceId: string; children: ReactNode }) {
  return isUpdateOffered(useFirmware(deviceId).data) && children;
}
