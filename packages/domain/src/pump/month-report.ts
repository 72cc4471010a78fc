import type { Energy } from '@manoboard/contract/history/energy';
import type { History } from '@manoboard/contract/history/history';

interface MonthWater {
  litres: number;
  /** Half of the band. */
  errorLitres: number;
  /** Share of the time whose flow is known. */
  known: number;
}

/** Litres of the estimated flow, l/min averages of buckets; undefined while no flow is known. */
export function waterOf({ t, to, step_s, series }: History): MonthWater | undefined {
  let [litres, errorLitres, knownS, wholeS] = [0, 0, 0, 0];
  for (const [i, start] of t.entries()) {
    const seconds = Math.max(0, Math.min(step_s, to - start));
    wholeS += seconds;
    const lpm = series.flow?.avg[i] ?? null;
    if (lpm === null) continue;
    knownS += seconds;
    litres += (lpm * seconds) / 60;
    errorLitres += ((series.flow_error?.avg[i] ?? 0) * seconds) / 60;
  }
  return knownS === 0 ? undefined : { litres, errorLitres, known: knownS / wholeS };
}

/** Seconds of the elapsed period without data; before the first frame of the device there is nothing to miss. */
export function missingS({ from, to, at, since, total }: Energy): number {
  const elapsed = Math.max(0, Math.min(to, at) - Math.max(from, since ?? from));
  return elapsed * (1 - Math.min(1, total.measured));
}
