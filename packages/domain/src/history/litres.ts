import type { History } from '@manoboard/contract/history/history';

/** R9.2: litres of a span with their band; `null` without the curve of the pump, or if less than half of the span was measured. */
export function litresOf(
  { t, step_s, series }: Pick<History, 't' | 'step_s' | 'series'>,
  fromS: number,
  toS: number,
): { litres: number; error: number } | null {
  const lpm = series.flow?.avg ?? [];
  const error = series.flow_error?.avg ?? [];
  const measured = t.flatMap((start, at) => {
    const flow = lpm[at];
    return flow == null || start < fromS || start >= toS ? [] : [{ flow, error: error[at] ?? 0 }];
  });
  if (measured.length * step_s < (toS - fromS) / 2) return null;
  const minutes = step_s / 60;
  return {
    litres: measured.reduce((sum, { flow }) => sum + flow * minutes, 0),
    error: measured.reduce((sum, bucket) => sum + bucket.error * minutes, 0),
  };
}
