import { pressureFromWire, pressureToWire } from '@manoboard/domain/pump/pressure-codec';
import { useTranslations } from 'use-intl';
import { placeOrder } from '../../device/commands/orders.ts';
import { useOrder } from '../../device/commands/use-order.ts';
import { useRefusalText } from '../../device/commands/use-refusal-text.ts';
import type { PressureSettings } from '../../device/device-config.ts';
import { useDeviceName } from '../../device/device-name.tsx';
import { useLiveDevice } from '../../device/live/use-live.ts';
import { useQuantity } from '../../device/live/use-quantity.ts';
import { type Uncontrollable, useUncontrollable } from '../../device/live/use-reach.ts';
import { useLockOut } from '../../device/lock-out.ts';
import { session } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { sendRequiredPressure } from './api.ts';

/** A set point is as fine as a thousandth of the sensor's span. */
const FINE = 1000;
const ROUNDING = 1e-6;

type PressureBlock = Uncontrollable | 'localPressure';

/** R5.4, R5.5, R5.6 */
export function useRequiredPressure(deviceId: string, { mode, sensorMaxBar }: PressureSettings) {
  const t = useTranslations('pressure');
  const refusalText = useRefusalText();
  const device = useDeviceName(deviceId);
  const wire = useLiveDevice(deviceId, ({ last }) => last?.data.required_pressure ?? null);
  const shown = useQuantity(deviceId, 'required_pressure');
  const isLocal = useLiveDevice(deviceId, ({ last }) => (last?.data.pressure_control ?? 0) !== 0);
  const uncontrollable = useUncontrollable(deviceId);
  const lockOut = useLockOut(deviceId);
  const { wished, ...order } = useOrder(deviceId, 'write');
  const block: PressureBlock | undefined = uncontrollable ?? (isLocal ? 'localPressure' : undefined);

  async function set(bar: number): Promise<boolean> {
    const value = pressureToWire(bar, mode);
    const epoch = session.epoch();
    // What came of it is said to whoever asked for it, and to nobody who logged in since.
    const tell = (...said: Parameters<typeof toast>) => {
      if (session.epoch() === epoch) void toast(...said);
    };
    try {
      const command = await placeOrder({
        deviceId,
        op: 'write',
        value,
        send: () => sendRequiredPressure(deviceId, value, wire),
        isReported: ({ last }) => {
          const reported = last?.data.required_pressure;
          return reported != null && Math.abs(reported - value) * mode <= sensorMaxBar / FINE + ROUNDING;
        },
      });
      // R3.8: no result is a 401, and any other status than 200 is "not sent".
      if (command === undefined) tell(t('notSent'), { kind: 'warning', device });
      else tell(t('sent'), { device });
      return command !== undefined;
    } catch (error) {
      tell(t('notSent'), { kind: 'warning', device, reason: refusalText(error) });
      return false;
    }
  }

  return {
    ...order,
    block,
    lockOut,
    reportedBar: wire === null ? undefined : pressureFromWire(wire, mode),
    /** How old that is, when it is not live. */
    reportedAge: shown.freshness === 'stale' ? shown : undefined,
    /** Of who is asking, here or elsewhere, while it is under way. */
    wishedBar: typeof wished === 'number' ? pressureFromWire(wished, mode) : undefined,
    set,
  };
}
export type RequiredPressure = ReturnType<typeof useRequiredPressure>;
