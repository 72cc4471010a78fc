import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePump } from '../../../device/use-device.ts';
import { Card } from '../../../ui/card.tsx';
import type { KnownDevice } from '../devices/use-devices.ts';
import { PressureRow } from '../pressure/pressure-row.tsx';
import { PumpControls } from './pump-controls.tsx';

interface Props {
  device: KnownDevice;
  /** The lock-out tag, at the upper edge. */
  tag: ReactNode;
}

/** One switch and the required pressure. A tripped converter obeys no switch: what to do is above (R5.9). */
export function ControlsCard({ device, tag }: Props) {
  const t = useTranslations('water');
  const { status } = usePump(device.id);
  return (
    <Card className="@container/pump grid gap-3.5" aria-label={t('controls')}>
      <div className="contents *:mb-0">{tag}</div>
      {status === 'fault' ? (
        <p className="text-md text-dim">
          <b className="block text-lg font-semibold text-ink">{t('pump')}</b>
          {t('afterReset')}
        </p>
      ) : (
        <PumpControls deviceId={device.id} hasLock={false} />
      )}
      <div className="border-t border-line pt-3.5">
        <PressureRow deviceId={device.id} />
      </div>
    </Card>
  );
}
