import type { History } from '@manoboard/contract/history/history';

/** A pump that was added at noon has litres since noon; shorter ones say nothing of a day. */
const LEAST_S = 600;

/**
 * R9.2: litres of a span with their band, and since when they were measured; `null` without the curve of the pump, or if
 * less than half of the time since then was measured.
 */
export function litresOf(
  { t, step_s, series }: Pick<History, 't' | 'step_s' | 'series'>,
  fromS: number,
  toS: number,
): { litres: number; error: number; sinceS: number } | null {
  const lpm = series.flow?.avg ?? [];
  const error = series.flow_error?.avg ?? [];
  const measured = t.flatMap((start, at) => {
    const flow = lpm[at];
    return flow == null || start < fromS || start >= toS ? [] : [{ start, flow, error: error[at] ?? 0 }];
  });
  const sinceS = measured[0]?.start ?? toS;
  const leastS = Math.max(Math.min(LEAST_S, toS - fromS), toS - sinceS) / 2;
  if (measured.length * step_s < leastS) return null;
  const minutes = step_s / 60;
  return {
    sinceS,
    litres: measured.reduce((sum, { flow }) => sum + flow * minutes, 0),
    error: measured.reduce((sum, bucket) => sum + bucket.error * minutes, 0),
  };
}
