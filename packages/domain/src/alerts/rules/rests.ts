import { HOUR_MS } from '../../time.ts';
import type { Sample } from './inputs.ts';
import type { RuleMemory } from './memory.ts';

/** A healthy pump rests longer than this: people pause between two draws. */
export const REST_MS = 5 * 60_000;
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
