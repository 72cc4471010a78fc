import { pressureFromWire, pressureToWire } from '@manoboard/domain/pump/pressure-codec';
import { useTranslations } from 'use-intl';
import { issueCommand } from '../../../device/commands/pending-commands.ts';
import { useWriteFailure } from '../../../device/commands/use-refusal-text.ts';
import type { PressureSettings } from '../../../device/device-config.ts';
import { useDeviceName } from '../../../device/device-name.tsx';
import { commandOf } from '../../../device/device-view.ts';
import { useLockOut } from '../../../device/lock-out.ts';
import { type Uncontrollable, useUncontrollable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useQuantity } from '../../../device/use-quantity.ts';
import { session } from '../../../lib/http/session.ts';
import { toast } from '../../../lib/page/toast.ts';
import { roundAge, useValueAge } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { type OpenedPressure, sendRequiredPressure } from './api.ts';

/** Resolution of the set point: steps within the sensor's span. */
const STEPS = 1000;
const ROUNDING = 1e-6;

type PressureBlock = Uncontrollable | 'localPressure';

/** R5.4, R5.5, R5.6 */
export function useRequiredPressure(
  deviceId: string,
  { mode, sensorMaxBar }: PressureSettings,
  opened: OpenedPressure,
) {
  const t = useTranslations('pressure');
  const writeFailure = useWriteFailure();
  const device = useDeviceName(deviceId);
  const wire = useDevice(deviceId, ({ last }) => last?.data.required_pressure ?? null);
  const shown = useQuantity(deviceId, 'required_pressure');
  const isLocal = useDevice(
    deviceId,
    ({ last }) => (last?.data.pressure_control ?? opened.control ?? 0) !== 0,
  );
  const openedAgeS = useClock((nowS) => roundAge(Math.max(0, nowS - (opened.required?.ts ?? nowS))));
  const valueAge = useValueAge();
  const uncontrollable = useUncontrollable(deviceId);
  const lockOut = useLockOut(deviceId);
  const { requested, ...pending } = useDevice(deviceId, (view) => commandOf(view, 'write'));
  const block: PressureBlock | undefined = uncontrollable ?? (isLocal ? 'localPressure' : undefined);

  async function set(bar: number): Promise<boolean> {
    const value = pressureToWire(bar, mode);
    const epoch = session.epoch();
    // The outcome is for the user who sent the command, not for one who logged in since.
    const notify = (...message: Parameters<typeof toast>) => {
      if (session.epoch() === epoch) toast(...message);
    };
    try {
      const command = await issueCommand({
        deviceId,
        op: 'write',
        value,
        send: () => sendRequiredPressure(deviceId, value, wire),
        isReported: ({ last }) => {
          const reported = last?.data.required_pressure;
          return reported != null && Math.abs(reported - value) * mode <= sensorMaxBar / STEPS + ROUNDING;
        },
      });
      // R3.8: no result is a 401.
      if (command === undefined) notify(t('notSent'), { kind: 'warning', device });
      else notify(t('sent'), { device });
      return command !== undefined;
    } catch (error) {
      const { message, reason } = writeFailure(error);
      notify(message, { kind: 'warning', device, reason });
      return false;
    }
  }

  function ageOf() {
    if (wire === null && opened.required) return valueAge(openedAgeS, 'stale');
    return shown.freshness === 'stale' ? shown : undefined;
  }

  return {
    ...pending,
    block,
    lockOut,
    reportedBar: wire === null ? (opened.required?.value ?? undefined) : pressureFromWire(wire, mode),
    /** The age of the reported value when it is not live. */
    reportedAge: ageOf(),
    /** The value of the pending command, sent by this page or by another user. */
    requestedBar: typeof requested === 'number' ? pressureFromWire(requested, mode) : undefined,
    set,
  };
}
export type RequiredPressure = ReturnType<typeof useRequiredPressure>;
