import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { LockOutMark } from '../../../device/lock-out-mark.tsx';
import { useQuantity } from '../../../device/use-quantity.ts';
import { paths } from '../../../lib/page/paths.ts';
import { cardClass } from '../../../ui/card.tsx';
import { Value } from '../../../ui/value.tsx';
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
      className={`block [transition:transform_0.16s,box-shadow_0.16s,border-color_0.16s] hover:border-line-strong hover:transform-[translateY(-2px)] focus-visible:outline-2 focus-visible:outline-accent focus-visible:outline-offset-2 [&[aria-current]]:border-accent [&[aria-current]]:shadow-[0_0_0_1px_var(--accent),var(--card-shadow)] motion-reduce:hover:transform-none ${cardClass}`}
      activeProps={{}}
      aria-current={isChosen ? 'true' : undefined}
    >
      <div className="flex items-center gap-4">
        {gear}
        <div className="min-w-0 flex-1">
          <div className="truncate text-lg font-semibold tracking-tight">{device.name}</div>
          {state}
          <LockOutMark tag={device.lockOut} />
        </div>
      </div>
      <dl className="grid gap-2 border-t border-line grid-cols-3 mt-4.5 pt-4">
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
