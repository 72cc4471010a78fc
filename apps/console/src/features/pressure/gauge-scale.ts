import type { PressureSettings } from '../../device/device-config.ts';

/** Room above the highest pressure that may be asked for, as far as the sensor sees. */
const HEADROOM = 1.4;
const MAX_TICKS = 9;
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200];

/** A scale with few round numbers. */
export function gaugeScale({ bounds, sensorMaxBar }: Pick<PressureSettings, 'bounds' | 'sensorMaxBar'>) {
  const highest = Math.max(1, Math.min(bounds.max * HEADROOM, sensorMaxBar));
  const tick = TICKS.find((step) => highest / step <= MAX_TICKS) ?? 500;
  return { tick, end: Math.ceil(highest / tick) * tick };
}
