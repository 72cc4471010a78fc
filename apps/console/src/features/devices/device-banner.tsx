import { IconCloudOff, IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLinkState, useLiveDevice } from '../../lib/live/use-live.ts';
import { Banner } from '../../ui/notice.tsx';

/** Quiet, but said: the page cannot reach the server, and what it shows is what was last known. */
export function LinkBanner() {
  const t = useTranslations('device');
  if (useLinkState() !== 'down') return null;
  return <Banner icon={<IconCloudOff size={20} aria-hidden="true" />}>{t('linkDown')}</Banner>;
}

/** R4.4 */
export function OfflineBanner({ deviceId }: { deviceId: string }) {
  const t = useTranslations('device');
  const isOffline = useLiveDevice(deviceId, ({ isOnline }) => isOnline === false);
  if (!isOffline) return null;
  return <Banner icon={<IconWifiOff size={20} aria-hidden="true" />}>{t('offlineBanner')}</Banner>;
}
