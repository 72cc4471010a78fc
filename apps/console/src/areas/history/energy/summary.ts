import type { Energy } from '@manoboard/contract/history/energy';
import { COMPARABLE } from '@manoboard/domain/energy/change';

/** A day stands out when the pump ran this much longer than on the median day. */
const OUTLIER = 1.5;
const OUTLIER_DAYS = 7;

interface Outlier {
  t: number;
  running_h: number;
  usual_h: number;
}

/** The one day on which the pump ran much longer than on the others. */
export function outlierOf({ step, buckets }: Pick<Energy, 'step' | 'buckets'>): Outlier | undefined {
  if (step !== 'day') return undefined;
  const days = buckets
    .flatMap(({ t, running_h, measured }) =>
      running_h !== null && measured >= COMPARABLE ? [{ t, running_h }] : [],
    )
    .sort((a, b) => b.running_h - a.running_h);
  const [longest, second] = days;
  const usual_h = days[Math.floor(days.length / 2)]?.running_h ?? 0;
  if (days.length < OUTLIER_DAYS || !longest || !second || usual_h === 0) return undefined;
  const limit = usual_h * OUTLIER;
  return longest.running_h >= limit && second.running_h < limit ? { ...longest, usual_h } : undefined;
}

/** A round number above the largest value, and the lines of the axis. */
export function axisOf(largest: number): { top: number; ticks: number[] } {
  if (!(largest > 0)) return { top: 1, ticks: [0, 1] };
  const scale = 10 ** Math.floor(Math.log10(largest));
  const step = [0.2, 0.5, 1, 2, 2.5].map((n) => n * scale).find((size) => largest / size <= 4) ?? 5 * scale;
  const count = Math.ceil(largest / step);
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, i) => i * step) };
}
