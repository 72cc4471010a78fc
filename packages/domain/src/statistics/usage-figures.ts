import type { UsageFigures } from '@manoboard/contract/history/statistics';
import type { Usage } from '../energy/energy.ts';
import { HOUR_MS } from '../time.ts';

/** What one or several devices did in a span of time. */
export interface PeriodUsage
  extends Pick<Usage, 'hasMeter' | 'kwh' | 'knownMs' | 'runningMs' | 'starts' | 'barMs' | 'pressureMs'> {
  /** How long frames arrived, of the time that is over and recorded. */
  onlineMs: number;
  elapsedMs: number;
  alarms: number;
}

export interface Recorded {
  /** Ascending starts of the periods; each ends at the next one. */
  starts: readonly number[];
  /** The recorded time of the device: from its first hour on, up to the last one that is rolled up. */
  fromMs: number;
  toMs: number;
}

/** How much of each period is recorded. */
export const elapsedOf = ({ starts, fromMs, toMs }: Recorded): number[] =>
  starts.map((start, at) => Math.max(0, Math.min(starts[at + 1] ?? toMs, toMs) - Math.max(start, fromMs)));

/** Hours by the period in which they start. Hours must be sorted. */
export function sumOnline(
  hours: Iterable<{ hourMs: number; seenMs: number }>,
  { starts, fromMs, toMs }: Recorded,
): number[] {
  const sums = starts.map(() => 0);
  let at = -1;
  for (const { hourMs, seenMs } of hours) {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= hourMs) at += 1;
    if (at >= 0 && hourMs >= fromMs && hourMs < toMs) sums[at] = (sums[at] ?? 0) + seenMs;
  }
  return sums;
}

export function addUsage(parts: readonly PeriodUsage[]): PeriodUsage {
  const sumOf = (name: Exclude<keyof PeriodUsage, 'hasMeter'>) =>
    parts.reduce((sum, part) => sum + part[name], 0);
  return {
    hasMeter: parts.some(({ hasMeter }) => hasMeter),
    kwh: sumOf('kwh'),
    knownMs: sumOf('knownMs'),
    runningMs: sumOf('runningMs'),
    starts: sumOf('starts'),
    barMs: sumOf('barMs'),
    pressureMs: sumOf('pressureMs'),
    onlineMs: sumOf('onlineMs'),
    elapsedMs: sumOf('elapsedMs'),
    alarms: sumOf('alarms'),
  };
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Null is unknown, never 0. */
export function usageFigures(usage: PeriodUsage): UsageFigures {
  const { hasMeter, kwh, knownMs, runningMs, starts, barMs, pressureMs } = usage;
  const { onlineMs, elapsedMs, alarms } = usage;
  const isKnown = knownMs > 0;
  return {
    kwh: hasMeter ? rounded(kwh) : null,
    running_h: isKnown ? rounded(runningMs / HOUR_MS) : null,
    starts: isKnown ? starts : null,
    bar: pressureMs > 0 ? rounded(barMs / pressureMs) : null,
    online: elapsedMs > 0 ? Math.min(1, rounded(onlineMs / elapsedMs)) : null,
    alarms,
  };
}
