import { IconLoader2, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLiveDevice } from '../../lib/live/use-live.ts';
import { StatePill } from '../../ui/state-pill.tsx';
import classes from './device-head.module.css';
import type { KnownDevice } from './use-devices.ts';

/** R4.5: the connection in a word. */
export function ConnectionPill({ deviceId }: { deviceId: string }) {
  const t = useTranslations('device.connection');
  const isOnline = useLiveDevice(deviceId, (device) => device.isOnline);
  if (isOnline === undefined) {
    return (
      <StatePill tone="off" icon={<IconLoader2 aria-hidden="true" />}>
        {t('connecting')}
      </StatePill>
    );
  }
  return isOnline ? (
    <StatePill tone="run" icon={<IconWifi aria-hidden="true" />}>
      {t('connected')}
    </StatePill>
  ) : (
    <StatePill tone="off" icon={<IconWifiOff aria-hidden="true" />}>
      {t('offline')}
    </StatePill>
  );
}

/** Who the device is: name and connection, then ID, type and firmware as far as they are known. */
export function DeviceHead({ device, level }: { device: KnownDevice; level: 1 | 2 }) {
  const t = useTranslations('device');
  const Heading = `h${level}` as const;
  const meta = [
    device.name === device.id ? null : device.id,
    device.fcType,
    device.version && t('firmware', { version: device.version }),
  ].filter((part) => part !== null && part !== '');
  return (
    <div className={classes.head} data-level={level}>
      <div className={classes.row}>
        <Heading className={classes.name}>{device.name}</Heading>
        <ConnectionPill deviceId={device.id} />
      </div>
      <ul className={classes.meta}>
        {meta.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </div>
  );
}
