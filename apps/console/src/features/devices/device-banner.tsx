import { IconCloudOff, IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useBrokerUp } from '../../lib/live/broker.ts';
import { useLiveDevice, useStreamClosed } from '../../lib/live/use-live.ts';
import { useLostLink } from '../../lib/live/use-reach.ts';
import { Banner } from '../../ui/notice.tsx';

/** The page cannot reach the server and shows what was last known, or it only polls because its stream was closed. */
export function LinkBanner() {
  const t = useTranslations('device');
  const lost = useLostLink();
  const isStreamClosed = useStreamClosed();
  if (!lost && !isStreamClosed) return null;
  const text = lost === 'noNetwork' ? 'noNetwork' : lost ? 'linkDown' : 'streamClosed';
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
