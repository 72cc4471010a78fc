import { DAY_MS, HOUR_MS } from '../../time.ts';
import type { Sample } from './inputs.ts';
import type { Longest, RuleMemory, Silence, Still } from './memory.ts';

/** Least time of learning, and weeks whose longest span is remembered. */
const LEARNED_MS = 12 * DAY_MS;
const KEPT_WEEKS = 8;
const WEEK_MS = 7 * DAY_MS;
/** Behind a longer gap it is unknown whether the pump has run. */
const LONGEST_GAP_MS = HOUR_MS;
/** A pressure that moves less does not move; half of the resolution of the reading. */
const STILL_BAR = 0.005;
/** At the end of its range a reading has no noise: empty pipes are no stuck sensor. */
const LEAST_BAR = 0.05;
/** A long pause, and how many of them show how fast the pressure usually falls without a draw. */
const LONG_PAUSE = { ms: 2 * HOUR_MS, kept: 8, least: 5 };
/** Least weeks of which the longest pause may be a holiday. */
const LEAST_WEEKS = 4;
/** A pause this much longer than the longest known one is a new one. */
const KNOWN_PAUSE = 1.2;

const NONE: Longest = { week: 0, s: 0, past: [] };

/** Adds a span that has ended to the longest ones of the weeks. */
function addSpan(longest: Longest | undefined, atMs: number, ms: number): Longest {
  const { week, s, past } = longest ?? NONE;
  const now = Math.floor(atMs / WEEK_MS);
  const seconds = Math.round(ms / 1000);
  if (now === week) return seconds > s ? { week, s: seconds, past } : (longest ?? NONE);
  return { week: now, s: seconds, past: s > 0 ? [...past, s].slice(-KEPT_WEEKS) : past };
}

/** The longest silence of several weeks may be a holiday; the second longest is usual. */
function usualS({ s, past }: Longest): { usual: number; longest: number } {
  const sorted = [...past, s].sort((a, b) => b - a);
  const longest = sorted[0] ?? 0;
  return { usual: (sorted.length >= LEAST_WEEKS ? sorted[1] : longest) ?? longest, longest };
}

interface Passing {
  isGap: boolean;
  passedMs: number;
}

/** Notes how long the pump, which is on, has not started, and how long it usually does not. */
export function observeSilence(
  { silence, isRunning: wasRunning }: RuleMemory,
  { atMs, isOn, isRunning, values }: Sample,
  { passedMs }: Passing,
): Silence {
  const { longest, firstMs = atMs, sinceMs, bar, falls, isLong } = silence ?? {};
  const isUnknown = isOn === undefined || isRunning === undefined;
  if (isUnknown && passedMs <= LONGEST_GAP_MS && silence) return silence;
  if (!isOn || isRunning || passedMs > LONGEST_GAP_MS) {
    const isEnd = isRunning && wasRunning === false && sinceMs !== undefined && passedMs <= LONGEST_GAP_MS;
    return { firstMs, longest: isEnd ? addSpan(longest, atMs, atMs - sinceMs) : longest, falls };
  }
  const pause = { firstMs, longest, falls, sinceMs: sinceMs ?? atMs, bar: bar ?? values.pressure };
  if (isLong) return { ...pause, isLong };
  if (atMs - pause.sinceMs < LONG_PAUSE.ms || pause.bar === undefined || values.pressure === undefined)
    return pause;
  const fell = Math.round(100 * (pause.bar - values.pressure)) / 100;
  return { ...pause, isLong: true, falls: [...(falls ?? []), fell].slice(-LONG_PAUSE.kept) };
}

/** Least fall of the pressure in the long pauses before the present one; unknown until there were some. */
function usualFall({ falls = [], isLong }: Silence): number | undefined {
  const past = isLong ? falls.slice(0, -1) : falls;
  return past.length < LONG_PAUSE.least ? undefined : Math.min(...past);
}

/** Notes how long the pressure has not moved, through how many starts and stops, and how long it usually does not. */
export function observeStill(
  { still, isRunning: wasRunning }: RuleMemory,
  { atMs, isOn, isRunning, values: { pressure } }: Sample,
  { isGap, passedMs }: Passing,
): Still | undefined {
  const { longest, firstMs = atMs } = still ?? {};
  const isKnown = isOn && isRunning !== undefined && passedMs <= LONGEST_GAP_MS;
  if (!isKnown || pressure === undefined || pressure < LEAST_BAR) return still && { firstMs, longest };
  if (still?.bar === undefined || still.sinceMs === undefined)
    return { firstMs, longest, bar: pressure, sinceMs: atMs, turns: 0 };
  if (Math.abs(pressure - still.bar) > STILL_BAR) {
    const known = addSpan(longest, atMs, atMs - still.sinceMs);
    return { firstMs, longest: known, bar: pressure, sinceMs: atMs, turns: 0 };
  }
  const isTurn = !isGap && wasRunning !== null && wasRunning !== isRunning;
  return isTurn ? { ...still, turns: (still.turns ?? 0) + 1 } : still;
}

const isLearned = (firstMs: number | undefined, atMs: number) =>
  firstMs !== undefined && atMs - firstMs >= LEARNED_MS;

export interface Pause {
  s: number;
  /** The longest usual one. */
  usualS: number;
  /** From this length on it is unusual. */
  limitS: number;
  /** How far the pressure has fallen since it began, and how far it usually falls in the first two hours at least. */
  fellBar: number | undefined;
  usualFallBar: number | undefined;
}

/** The present pause, undefined while the pump runs or too little is learned. */
export function pauseNow(
  { silence }: RuleMemory,
  { atMs, values }: Sample,
  { times, leastHours }: { times: number; leastHours: number },
): Pause | undefined {
  const { sinceMs, longest, firstMs, bar } = silence ?? {};
  if (sinceMs === undefined || longest === undefined || !isLearned(firstMs, atMs)) return undefined;
  const usual = usualS(longest);
  return {
    s: (atMs - sinceMs) / 1000,
    usualS: usual.usual,
    limitS: Math.max(times * usual.usual, KNOWN_PAUSE * usual.longest, 3600 * leastHours),
    fellBar: bar === undefined || values.pressure === undefined ? undefined : bar - values.pressure,
    usualFallBar: silence && usualFall(silence),
  };
}

/** Longer spans of a pressure that does not move are usual where the reading has no noise. */
const NOISY_S = 2 * 3600;

interface StillPressure {
  s: number;
  /** Starts and stops of the motor meanwhile. */
  turns: number;
  /** From this length on it is unusual; undefined while too little is learned, or the reading has no noise. */
  limitS: number | undefined;
}

export function stillNow(
  { still }: RuleMemory,
  atMs: number,
  { times, leastMinutes }: { times: number; leastMinutes: number },
): StillPressure | undefined {
  const { sinceMs, longest, firstMs, turns = 0 } = still ?? {};
  if (sinceMs === undefined) return undefined;
  const usual = longest && isLearned(firstMs, atMs) ? usualS(longest).longest : Number.POSITIVE_INFINITY;
  return {
    s: (atMs - sinceMs) / 1000,
    turns,
    limitS: usual <= NOISY_S ? Math.max(times * usual, 60 * leastMinutes) : undefined,
  };
}
