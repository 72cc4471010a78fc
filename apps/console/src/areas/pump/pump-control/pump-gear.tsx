import { pumpOf } from '../../../device/device-view.ts';
import { pumpStatusStyles } from '../../../device/pump-status.tsx';
import { useDevice } from '../../../device/use-device.ts';
import { Gear } from '../../../ui/gear.tsx';

/** The speed changes in steps, since each change makes the animation jump. */
const STEP_HZ = 8;
const SLOWEST_HZ = 10;

const turnSeconds = (frequencyHz: number) =>
  Number(Math.max(1.2, 110 / Math.max(frequencyHz, SLOWEST_HZ)).toFixed(1));

/** R5.3: the gear turns only while the motor is known to run; its speed follows the frequency. */
export function PumpGear({ deviceId, size }: { deviceId: string; size: 'tiny' | 'small' | 'large' }) {
  const { status, stepHz } = useDevice(deviceId, (view) => ({
    status: pumpOf(view).status,
    stepHz: Math.round((view.last?.data.frequency_fc ?? 0) / STEP_HZ) * STEP_HZ,
  }));
  const turnS = status === 'running' ? turnSeconds(stepHz) : undefined;
  return <Gear {...pumpStatusStyles[status]} turnS={turnS} size={size} />;
}
