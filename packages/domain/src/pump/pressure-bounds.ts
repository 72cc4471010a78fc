import { type PressureConfig, sensorMaxBar } from '@manoboard/contract/device/device-config';

/** R5.5: the mode is the pressure config's normalizer. */
export type PressureMode = 1 | 10;

export interface PressureBounds {
  min: number;
  max: number;
}

const DEFAULT_BOUNDS: Record<PressureMode, PressureBounds> = {
  1: { min: 3, max: 5.5 },
  10: { min: 3, max: 20 },
};

/** R5.5: bounds apply only when min and max are both set. The sensor's range limits the upper bound. */
export function pressureBounds(mode: PressureMode, config: PressureConfig = {}): PressureBounds {
  const { min, max } = config;
  const bounds = min !== undefined && max !== undefined ? { min, max } : DEFAULT_BOUNDS[mode];
  return { min: bounds.min, max: Math.min(bounds.max, sensorMaxBar({ ...config, normalizer: mode })) };
}

/** R5.5: the required pressure goes in steps of 0.1 bar. */
export const STEPS_A_BAR = 10;
const ROUNDING = 1e-6;

/** R5.5: the whole steps within the bounds: a bound between two steps cannot be set. Without a step between them nothing can. */
export function settableBounds(mode: PressureMode, config?: PressureConfig): PressureBounds {
  const { min, max } = pressureBounds(mode, config);
  return {
    min: Math.ceil(min * STEPS_A_BAR - ROUNDING) / STEPS_A_BAR,
    max: Math.floor(max * STEPS_A_BAR + ROUNDING) / STEPS_A_BAR,
  };
}
