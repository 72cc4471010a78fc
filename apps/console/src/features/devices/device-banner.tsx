import { IconCloudOff, IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useBrokerUp } from '../../lib/live/broker.ts';
import { useLiveDevice } from '../../lib/live/use-live.ts';
import { useLostLink } from '../../lib/live/use-reach.ts';
import { Banner } from '../../ui/notice.tsx';

/** Quiet, but said: the page cannot reach the server, and what it shows is what was last known. */
export function LinkBanner() {
  const t = useTranslations('device');
  const lost = useLostLink();
  if (!lost) return null;
  const text = lost === 'noNetwork' ? 'noNetwork' : 'linkDown';
  return <Banner icon={<IconCloudOff size={20} aria-hidden="true" />}>{t(text)}</Banner>;
}

/** R4.4: and who is sent to look at his Wi-Fi has a reason to. */
export function OfflineBanner({ deviceId }: { deviceId: string }) {
  const t = useTranslations('device');
  const isBrokerDown = useBrokerUp() === false;
  const isOffline = useLiveDevice(deviceId, ({ isOnline }) => isOnline === false);
  if (!isOffline) return null;
  const [Icon, text] = isBrokerDown
    ? ([IconCloudOff, 'brokerBanner'] as const)
    : ([IconWifiOff, 'offlineBanner'] as const);
  return <Banner icon={<Icon size={20} aria-hidden="true" />}>{t(text)}</Banner>;
}
