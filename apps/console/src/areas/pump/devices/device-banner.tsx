import { IconAlertTriangle, IconCloudOff, IconWifiOff } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { useTranslations } from 'use-intl';
import { storedContactS } from '../../../device/live/live.ts';
import { useBrokerUp, useDatabaseUp, useDiskSpace } from '../../../device/live/server-state.ts';
import { useStreamClosed } from '../../../device/live/use-link.ts';
import { useMomentText } from '../../../device/lock-out.ts';
import { useLostLink } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { Banner } from '../../../ui/notice.tsx';

/** The server cannot store or load data; live values and stopping a pump work. */
function DatabaseBanner() {
  const t = useTranslations('device');
  if (useDatabaseUp()) return null;
  return <Banner icon={<IconAlertTriangle size={20} aria-hidden="true" />}>{t('databaseDown')}</Banner>;
}

/** The disk of the server is low or full; control works. */
function DiskBanner() {
  const t = useTranslations('device');
  const space = useDiskSpace();
  if (space === 'ok') return null;
  const icon = <IconAlertTriangle size={20} aria-hidden="true" />;
  return <Banner icon={icon}>{t(space === 'low' ? 'diskLow' : 'diskFull')}</Banner>;
}

/** Problems of the server or the link to it, above every page with live values. */
export function LinkBanner() {
  return (
    <>
      <LostLinkBanner />
      <DatabaseBanner />
      <DiskBanner />
    </>
  );
}

/** The page cannot reach the server and shows the last known values, or only polls because its stream was closed. */
function LostLinkBanner() {
  const t = useTranslations('device');
  const lost = useLostLink();
  const isStreamClosed = useStreamClosed();
  const contactS = useSelector(storedContactS);
  const momentText = useMomentText();
  if (!lost && !isStreamClosed) return null;
  const text = lost === 'serverDown' ? 'linkDown' : (lost ?? 'streamClosed');
  return (
    <Banner icon={<IconCloudOff size={20} aria-hidden="true" />}>
      {t(text)} {contactS !== null && t('lastContact', { time: momentText(contactS) })}
    </Banner>
  );
}

/** R4.4: the banner blames the Wi-Fi only when the broker is up. */
export function OfflineBanner({ deviceId }: { deviceId: string }) {
  const t = useTranslations('device');
  const isBrokerDown = useBrokerUp() === false;
  const isOffline = useDevice(deviceId, ({ isOnline }) => isOnline === false);
  if (!isOffline) return null;
  const [Icon, text] = isBrokerDown
    ? ([IconCloudOff, 'brokerBanner'] as const)
    : ([IconWifiOff, 'offlineBanner'] as const);
  return <Banner icon={<Icon size={20} aria-hidden="true" />}>{t(text)}</Banner>;
}
