import { DAY_MS, HOUR_MS } from '../../time.ts';
import type { Night, NightVerdict, RuleMemory } from './memory.ts';

/** `domain.md` 2.4: the hours in which a house uses least. */
const NIGHT_HOURS = { from: 1, to: 5 };
const NIGHT_MS = (NIGHT_HOURS.to - NIGHT_HOURS.from) * HOUR_MS;
const KEPT_STARTS = 100;
const KEPT_NIGHTS = 3;
/** A night counts if this share of it was seen. */
const LEAST_SEEN = 0.9;
/** A pump that ran for this share of the night ran through it. */
const RUN_THROUGH = 0.95;
/** Regular starts must fill this share of the night: a filling cistern makes the pump cycle for minutes only. */
const REGULAR = { leastStarts: 3, variation: 0.2, share: 0.7 };

const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Median deviation over the median: one flush between two regular starts must not hide them. */
function variation(intervals: readonly number[]): number {
  const middle = median(intervals);
  if (intervals.length >= 6)
    return (1.4826 * median(intervals.map((each) => Math.abs(each - middle)))) / middle;
  const mean = intervals.reduce((sum, each) => sum + each, 0) / intervals.length;
  return Math.sqrt(intervals.reduce((sum, each) => sum + (each - mean) ** 2, 0) / intervals.length) / mean;
}

function verdictOf({ day, startsMs, ranMs, seenMs }: Night): NightVerdict {
  if (seenMs < LEAST_SEEN * NIGHT_MS) return { day, verdict: 'unknown', regularS: 0 };
  if (ranMs >= RUN_THROUGH * NIGHT_MS) return { day, verdict: 'regular', regularS: 0 };
  const intervals = startsMs.slice(1).map((startMs, at) => (startMs - (startsMs[at] ?? startMs)) / 1000);
  const middleS = median(intervals);
  const isRegular =
    startsMs.length >= REGULAR.leastStarts &&
    1000 * middleS * intervals.length >= REGULAR.share * NIGHT_MS &&
    variation(intervals) < REGULAR.variation;
  return { day, verdict: isRegular ? 'regular' : 'clean', regularS: isRegular ? Math.round(middleS) : 0 };
}

interface Passing {
  atMs: number;
  localMs: number;
  isStart: boolean;
  /** Time since the last frame; 0 behind a gap. */
  passedMs: number;
}

/** Adds a frame to the night, and judges the night when it is over. */
export function observeNight(
  { night, nights, isRunning }: RuleMemory,
  { atMs, localMs, isStart, passedMs }: Passing,
): Pick<RuleMemory, 'night' | 'nights'> {
  const day = Math.floor(localMs / DAY_MS);
  const hour = (localMs - day * DAY_MS) / HOUR_MS;
  const isNight = hour >= NIGHT_HOURS.from && hour < NIGHT_HOURS.to;
  if (night && (!isNight || night.day !== day))
    return { night: null, nights: [...nights, verdictOf(night)].slice(-KEPT_NIGHTS) };
  if (!isNight) return { night, nights };
  const { startsMs, ranMs, seenMs } = night ?? { startsMs: [], ranMs: 0, seenMs: 0 };
  return {
    nights,
    night: {
      day,
      startsMs: isStart ? [...startsMs, atMs].slice(-KEPT_STARTS) : startsMs,
      ranMs: ranMs + (isRunning ? passedMs : 0),
      seenMs: seenMs + passedMs,
    },
  };
}

/** How much the intervals of two nights may differ. */
const SAME_INTERVAL = 1.4;

/** Two nights in a row with starts in the same rhythm; the interval in seconds, or undefined. */
export function leakInterval(nights: readonly NightVerdict[]): number | undefined {
  const [before, last] = nights.slice(-2);
  if (before?.verdict !== 'regular' || last?.verdict !== 'regular' || last.day - before.day !== 1)
    return undefined;
  const [short = 0, long = 0] = [before.regularS, last.regularS].sort((a, b) => a - b);
  return long <= SAME_INTERVAL * short || long === 0 ? last.regularS : undefined;
}

/** The last two nights are clean. */
export const areNightsClean = (nights: readonly NightVerdict[]) =>
  nights.length >= 2 && nights.slice(-2).every(({ verdict }) => verdict === 'clean');
