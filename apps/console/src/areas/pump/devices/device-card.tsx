import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LockOutMark } from '../../../device/lock-out-mark.tsx';
import { useQuantity } from '../../../device/use-quantity.ts';
import { paths } from '../../../lib/page/paths.ts';
import { cardClass } from '../../../ui/card.tsx';
import { Value } from '../../../ui/value.tsx';
import classes from './device-card.module.css';
import type { KnownDevice } from './use-devices.ts';

const FIELDS = ['pressure', 'frequency_fc', 'temperature_fc'] as const;

interface DeviceCardProps {
  device: KnownDevice;
  isChosen: boolean;
  gear: ReactNode;
  state: ReactNode;
}

/** The main values of one device; the card is a link that selects it. */
export function DeviceCard({ device, isChosen, gear, state }: DeviceCardProps) {
  return (
    <Link
      to={paths.dashboard}
      search={{ device: device.id }}
      resetScroll={false}
      className={`${cardClass} ${classes.card}`}
      activeProps={{}}
      aria-current={isChosen ? 'true' : undefined}
    >
      <div className="row gap-6">
        {gear}
        <div className="grow shrink">
          <div className={classes.name}>{device.name}</div>
          {state}
          <LockOutMark tag={device.lockOut} />
        </div>
      </div>
      <dl className={classes.values}>
        {FIELDS.map((field) => (
          <CardValue key={field} deviceId={device.id} field={field} />
        ))}
      </dl>
    </Link>
  );
}

function CardValue({ deviceId, field }: { deviceId: string; field: (typeof FIELDS)[number] }) {
  const t = useTranslations('device.short');
  return <Value label={t(field)} {...useQuantity(deviceId, field)} />;
}
