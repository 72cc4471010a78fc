import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { usePressureSettings } from '../../../device/device-config.ts';
import { usePump } from '../../../device/use-device.ts';
import { useQuantity } from '../../../device/use-quantity.ts';
import { useRights } from '../../../device/use-rights.ts';
import { Card } from '../../../ui/card.tsx';
import type { KnownDevice } from '../devices/use-devices.ts';
import { PressureRow } from '../pressure/pressure-row.tsx';
import { PumpControls } from './pump-controls.tsx';
import { useStopShortcut } from './use-stop-shortcut.ts';

interface Props {
  device: KnownDevice;
  /** The lock-out tag, at the upper edge. */
  tag: ReactNode;
}

/** One switch and the required pressure. A tripped converter obeys no switch: what to do is above (R5.9). */
export function ControlsCard({ device, tag }: Props) {
  const t = useTranslations('water');
  const { status } = usePump(device.id);
  const { canSwitch, canSetPressure } = useRights(device.id);
  const card = useRef<HTMLElement>(null);
  useStopShortcut(card);
  return (
    <Card ref={card} className="@container/pump grid gap-3.5" aria-label={t('controls')}>
      <div className="contents *:mb-0">{tag}</div>
      {status === 'fault' || !canSwitch ? (
        <p className="text-md text-dim">
          <b className="block text-lg font-semibold text-ink">{t('pump')}</b>
          {t(canSwitch ? 'afterReset' : 'watching')}
        </p>
      ) : (
        <PumpControls deviceId={device.id} hasLock={false} />
      )}
      <div className="border-t border-line pt-3.5">
        {canSetPressure ? <PressureRow deviceId={device.id} /> : <PressureShown deviceId={device.id} />}
      </div>
    </Card>
  );
}

/** R4.18: a person who may not set the pressure sees it. */
function PressureShown({ deviceId }: { deviceId: string }) {
  const t = useTranslations('pressure');
  const mode = usePressureSettings(deviceId)?.mode ?? null;
  const { text, unit } = { unit: '', ...useQuantity(deviceId, 'required_pressure', mode) };
  return (
    <p className="flex items-baseline justify-between gap-3 font-semibold">
      {t('required')}
      <span className="tabular-nums">{text === null ? '–' : `${text} ${unit}`}</span>
    </p>
  );
}
