import type { Energy } from '@manoboard/contract/history/energy';

/** Below this share of measured time figures are not compared. */
export const COMPARABLE = 0.8;

type ComparedMetric = 'kwh' | 'running_h' | 'starts' | 'cost';

export interface EnergyChange {
  now: number;
  before: number;
  /** -0.09: 9 % less. */
  share: number;
}

/** Below one percent the difference is no news. */
export const trendOf = ({ share }: Pick<EnergyChange, 'share'>): 'same' | 'less' | 'more' => {
  if (Math.abs(share) < 0.01) return 'same';
  return share < 0 ? 'less' : 'more';
};

/** Equal parts of the two periods, if both were measured well enough. */
export function changeOf(
  { comparison }: Pick<Energy, 'comparison'>,
  metric: ComparedMetric,
): EnergyChange | undefined {
  if (!comparison) return undefined;
  const { now, before } = comparison;
  const [value, former] = [now[metric], before[metric]];
  if (Math.min(now.measured, before.measured) < COMPARABLE) return undefined;
  if (value === null || former === null || former <= 0) return undefined;
  return { now: value, before: former, share: value / former - 1 };
}
