import type { PressureConfig } from '@manoboard/contract/device-config';

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

/** R5.5: half a config is no config. */
export function pressureBounds(mode: PressureMode, { min, max }: PressureConfig = {}): PressureBounds {
  return min !== undefined && max !== undefined ? { min, max } : DEFAULT_BOUNDS[mode];
}
