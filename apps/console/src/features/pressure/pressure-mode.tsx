import { useTranslations } from 'use-intl';
import { placeOrder } from '../../device/commands/orders.ts';
import { useOrder } from '../../device/commands/use-order.ts';
import { useDeviceName } from '../../device/device-name.tsx';
import type { LiveDevice } from '../../device/live/live-store.ts';
import { useLiveDevice } from '../../device/live/use-live.ts';
import { useUncontrollable } from '../../device/live/use-reach.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { sendPressureControl } from './api.ts';

type Mode = 'remote' | 'local';
const MODES = ['remote', 'local'] as const satisfies Mode[];

/** R5.4: 0 is remote requirement control, anything else local; never reported is neither. */
function modeOf({ last }: LiveDevice): Mode | undefined {
  const source = last?.data.pressure_control ?? null;
  return source === null ? undefined : source === 0 ? 'remote' : 'local';
}

/** R5.4: who says what pressure is required. The change is sent, and the button waits for 5 s. */
export function PressureMode({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const device = useDeviceName(deviceId);
  const mode = useLiveDevice(deviceId, modeOf);
  const uncontrollable = useUncontrollable(deviceId);
  const { isSending } = useOrder(deviceId, 'pressure_control');
  const change = (wanted: Mode) => {
    placeOrder({
      deviceId,
      op: 'pressure_control',
      value: wanted === 'local',
      send: () => sendPressureControl(deviceId, wanted === 'local'),
      isReported: (device) => modeOf(device) === wanted,
    }).catch(() => undefined);
  };
  return (
    <Segmented
      label={`${t('pressure.control')} ${device}`}
      value={mode}
      options={MODES.map((value) => ({ value, label: t(`device.control.${value}`) }))}
      isDisabled={uncontrollable !== undefined || mode === undefined || isSending}
      onChange={change}
    />
  );
}
