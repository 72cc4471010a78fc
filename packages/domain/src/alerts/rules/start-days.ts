import { DAY_MS } from '../../time.ts';

/** Starts and running time by local day: what is usual for this house. */
export interface StartDays {
  /** The present local day, counted from 1970. */
  day: number;
  starts: number;
  ranMs: number;
  /** Earlier days, oldest first. */
  past: [starts: number, ranMs: number][];
}

const KEPT_DAYS = 14;
const LEARNED_DAYS = 5;
/** Runs this much shorter than usual: the tank gives less water between two starts. */
const SHORTER = 0.7;
/** More starts than usual. */
const MORE = 1.3;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export function observeStartDays(
  days: StartDays | undefined,
  { localMs, isStart, ranMs }: { localMs: number; isStart: boolean; ranMs: number },
): StartDays {
  const day = Math.floor(localMs / DAY_MS);
  if (days && days.day === day && !isStart && ranMs === 0) return days;
  const past =
    days && days.day !== day
      ? [...days.past, [days.starts, days.ranMs] as [number, number]].slice(-KEPT_DAYS)
      : (days?.past ?? []);
  const today = days?.day === day ? days : { starts: 0, ranMs: 0 };
  return { day, past, starts: today.starts + Number(isStart), ranMs: today.ranMs + ranMs };
}

/** Causes are numbers, since an alert stores numbers. */
export const START_CAUSE = { unknown: 0, leak: 1, lostAir: 2, smallTank: 3 } as const;
export type StartCause = (typeof START_CAUSE)[keyof typeof START_CAUSE];

/**
 * Why a pump starts too often: a leak starts it without a rest, or at night too; a tank that has lost its air gives less water than before,
 * so runs are shorter and starts more; a small tank always gave little.
 */
export function startCause(days: StartDays | undefined, starts: number, isLeaking: boolean): StartCause {
  if (isLeaking) return START_CAUSE.leak;
  if (!days || days.past.length < LEARNED_DAYS || days.starts === 0) return START_CAUSE.unknown;
  const usualStarts = median(days.past.map(([count]) => count));
  if (starts <= MORE * usualStarts) return START_CAUSE.smallTank;
  const usualRunMs = median(days.past.map(([count, ranMs]) => ranMs / Math.max(1, count)));
  return days.ranMs / days.starts < SHORTER * usualRunMs ? START_CAUSE.lostAir : START_CAUSE.unknown;
}
