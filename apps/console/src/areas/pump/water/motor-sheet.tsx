import { useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { KnownDevice } from '../devices/use-devices.ts';
import { FcStateCard } from '../overview/fc-state-card.tsx';
import { PressureMode } from '../pressure/pressure-mode.tsx';
import { PumpCard } from '../pump-control/pump-card.tsx';

/** What the converter says: gear and state of the motor, its values, the switch, and who is in charge (R5.2, R5.4). */
export function MotorSheet({ device, onClose }: { device: KnownDevice; onClose: () => void }) {
  const t = useTranslations();
  const { id, converter } = device;
  return (
    <Dialog
      title={t('water.sheet')}
      subject={useDeviceName(id)}
      closeLabel={t('common.close')}
      isAtPhoneBottom
      onClose={onClose}
    >
      <div className="grid gap-gutter">
        <PumpCard deviceId={id} converter={converter} />
        <PressureMode deviceId={id} converter={converter} />
        <FcStateCard deviceId={id} converter={converter} />
      </div>
    </Dialog>
  );
}
