import { pumpOf } from '../../device/device-view.ts';
import { looks } from '../../device/pump-look.tsx';
import { useDevice } from '../../device/use-device.ts';
import { Gear } from '../../ui/gear.tsx';

/** The speed changes in steps, since each change makes the animation jump. */
const STEP_HZ = 8;
const SLOWEST_HZ = 10;

const turnSeconds = (frequencyHz: number) =>
  Number(Math.max(1.2, 110 / Math.max(frequencyHz, SLOWEST_HZ)).toFixed(1));

/** R5.3: the gear turns only while the motor is known to run; its speed follows the frequency. */
export function PumpGear({ deviceId, size }: { deviceId: string; size: 'small' | 'large' }) {
  const { look, stepHz } = useDevice(deviceId, (view) => ({
    look: pumpOf(view).look,
    stepHz: Math.round((view.last?.data.frequency_fc ?? 0) / STEP_HZ) * STEP_HZ,
  }));
  const turnS = look === 'running' ? turnSeconds(stepHz) : undefined;
  return <Gear {...looks[look]} turnS={turnS} size={size} />;
}
