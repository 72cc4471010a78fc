import type { AnalogInputConfig } from '@manoboard/contract/device/device-config';

const BOUNDS = ['min', 'max', 'minRefVoltage', 'maxRefVoltage'] as const;
type Bounds = Record<(typeof BOUNDS)[number], number>;
type Scale = Pick<AnalogInputConfig, 'normalizer' | (typeof BOUNDS)[number]>;

/** An input whose configuration is complete enough to be shown. */
export type ShownInput = AnalogInputConfig & Bounds & { normalizer: number };

const hasBounds = <Config extends Scale>(config: Config): config is Config & Bounds =>
  BOUNDS.every((bound) => config[bound] !== undefined);

/** R4.8 */
export const isInputShown = (config: AnalogInputConfig | undefined): config is ShownInput =>
  config?.enabled === 1 && config.normalizer !== undefined && hasBounds(config);

/** R4.9: the value in the input's unit, 2 decimals; `null` (shown as N/A) without a value or with a span of zero. */
export function scaleInput(raw: number | null | undefined, config: Scale): number | null {
  if (raw === null || raw === undefined || !hasBounds(config)) return null;
  const { min, max, minRefVoltage, maxRefVoltage, normalizer = 1 } = config;
  const voltsPerUnit = (maxRefVoltage - minRefVoltage) / (max - min);
  if (!Number.isFinite(voltsPerUnit) || voltsPerUnit === 0) return null;
  const scaled = Math.round(((raw - minRefVoltage) / voltsPerUnit) * normalizer * 100) / 100;
  return Number.isFinite(scaled) ? scaled + 0 : null;
}

/** R4.8: the position of a value between min and max, from 0 to 1. */
export function inputShare(value: number, { min, max }: Pick<Bounds, 'min' | 'max'>): number {
  return max === min ? 0 : Math.min(1, Math.max(0, (value - min) / (max - min)));
}
