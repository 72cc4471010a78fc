import { DAY_MS, HOUR_MS } from '../../time.ts';
import type { Sample } from './inputs.ts';
import type { RuleMemory } from './memory.ts';

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

/** A pump that nobody needs rests longer: people pause between two draws. */
const REST_MS = 5 * 60_000;
/** Water that runs so long without a rest, while the pump cycles, is no draw of a person. */
const ENDLESS = { ms: 1.5 * HOUR_MS, starts: 12 };

/** When the pump last had a rest; a time in which it was off or nothing is known counts as one. */
export function restedMs(
  { silence, restedMs: before }: RuleMemory,
  { atMs, isOn, isRunning }: Sample,
  isGap: boolean,
): number {
  const isUnknown = isGap || !isOn || isRunning === undefined;
  const isResting = isRunning === false && atMs - (silence?.sinceMs ?? atMs) >= REST_MS;
  return isUnknown || isResting ? atMs : (before ?? atMs);
}

/** Water leaves the tank all the time: the pump starts again and again, and never rests between. */
export const isEndless = ({ restedMs: at }: RuleMemory, atMs: number, startsOfHour: number) =>
  at !== undefined && atMs - at >= ENDLESS.ms && startsOfHour >= ENDLESS.starts;

/** Cycling without a rest so far: a draw or a leak, the next minutes decide. */
const UNDECIDED_MS = 20 * 60_000;
export const isUndecided = ({ restedMs: at }: RuleMemory, atMs: number) =>
  at !== undefined && atMs - at >= UNDECIDED_MS;

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
