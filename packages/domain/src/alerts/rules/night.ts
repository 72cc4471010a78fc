import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { DAY_MS, HOUR_MS, HOUR_S } from '../../time.ts';
import type { Zone } from '../../time-zone.ts';
import type { Night, NightHour, RuleMemory } from './memory.ts';

/** `domain.md` 2.4: the hours in which a house uses least. */
const NIGHT_HOURS = { from: 1, to: 5 };
/** More starts than these are not needed: a pump that starts more often has no long rest. */
const KEPT_STARTS = 60;
const KEPT_NIGHTS = 3;
/** A night counts if this share of it was seen, and so many hours of it are outside of the skipped ones. */
const LEAST_SEEN = 0.9;
const LEAST_HOURS = 2;
/** A pump that ran for this share of the night ran through it. */
const RUN_THROUGH = 0.95;
/** Water runs all night if the pump never rests longer, however irregular its starts are. */
const UNBROKEN_REST_S = 1200;
/** Regular starts must fill this share of the night: a filling cistern makes the pump cycle for minutes only. */
const REGULAR = { leastStarts: 3, variation: 0.2, share: 0.7 };
/** Water that leaves the tank in every hour, in l/min, and the least share of the fastest hour in the slowest one. */
const STEADY = { leastLpm: 0.04, share: 0.5 };
/** Least rest of an hour, in seconds, that shows how fast the pressure falls. */
const LEAST_REST_S = 60;
/** How much the intervals of two nights may differ. */
const SAME_INTERVAL = 1.4;
const AIR_BAR = 1.013;

/** Hours of the clock that the leak rule does not count; equal ones skip nothing. */
export interface SkippedHours {
  skipFrom: number;
  skipTo: number;
}

type Tank = Pick<PumpValues, 'tank_l' | 'tank_precharge_bar'>;

/** How water was lost: the pump ran through, it started regularly, or the pressure fell without a start. */
const LEAK_SIGNS = { through: 0, starts: 1, fall: 2 } as const;

interface NightVerdict {
  verdict: 'clean' | 'leak' | 'unknown';
  /** Seconds between regular starts. */
  intervalS?: number;
  sign?: (typeof LEAK_SIGNS)[keyof typeof LEAK_SIGNS];
  /** The slowest hour: other use only adds to a leak. */
  lpm?: number | undefined;
}

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

const isSkipped = (hour: number, { skipFrom, skipTo }: SkippedHours) =>
  skipFrom <= skipTo ? hour >= skipFrom && hour < skipTo : hour >= skipFrom || hour < skipTo;

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const sum = (hours: readonly NightHour[], of: keyof NightHour) => total(hours.map((hour) => hour[of]));

/** Water that leaves the tank by Boyle's law, l/min; undefined without the data of the tank or a rest. */
function lossLpm({ fall, restS }: NightHour, { tank_l, tank_precharge_bar }: Tank): number | undefined {
  if (tank_l === undefined || tank_precharge_bar === undefined || restS < LEAST_REST_S) return undefined;
  return (60 * tank_l * (tank_precharge_bar + AIR_BAR) * fall) / restS;
}

/** The lengths of the hours of a night. */
const lengthsOf = ({ hours = [], lengthsS }: Night) => hours.map((_hour, at) => lengthsS?.[at] ?? HOUR_S);

/** The interval of regular starts in seconds. Intervals across skipped hours do not count. */
function regularInterval(
  startsS: readonly number[],
  hours: readonly number[],
  lengthsS: readonly number[],
): number | undefined {
  const endsS = lengthsS.map((_length, at) => total(lengthsS.slice(0, at + 1)));
  const hourOf = (s: number) => endsS.findIndex((endS) => s < endS);
  const countedBetween = (from: number, to: number) =>
    hours.filter((hour) => hour >= from && hour <= to).length;
  const spanS = total(hours.map((hour) => lengthsS[hour] ?? 0));
  const intervals = startsS.slice(1).flatMap((startS, at) => {
    const beforeS = startsS[at] ?? startS;
    const [from, to] = [hourOf(beforeS), hourOf(startS)];
    return countedBetween(from, to) === to - from + 1 ? [startS - beforeS] : [];
  });
  const middleS = median(intervals);
  const isRegular =
    intervals.length + 1 >= REGULAR.leastStarts &&
    middleS * intervals.length >= REGULAR.share * spanS &&
    variation(intervals) < REGULAR.variation;
  return isRegular ? Math.round(middleS) : undefined;
}

function verdictOf(night: Night, skipped: SkippedHours, tank: Tank): NightVerdict {
  const { startsS, hours: all } = night;
  const lengthsS = lengthsOf(night);
  const counted = lengthsS.flatMap((_length, at) => (isSkipped(NIGHT_HOURS.from + at, skipped) ? [] : [at]));
  const hours = counted.flatMap((at) => (lengthsS[at] === 0 ? [] : (all[at] ?? [])));
  const spanS = total(counted.map((at) => lengthsS[at] ?? 0));
  if (hours.length < LEAST_HOURS || sum(hours, 'seenS') < LEAST_SEEN * spanS) return { verdict: 'unknown' };
  const losses = hours.flatMap((hour) => lossLpm(hour, tank) ?? []);
  const lpm = losses.length > 0 ? Math.max(0, Math.min(...losses)) : undefined;
  if (sum(hours, 'ranS') >= RUN_THROUGH * spanS) return { verdict: 'leak', sign: LEAK_SIGNS.through, lpm };
  if (Math.max(...hours.map(({ longestS }) => longestS)) <= UNBROKEN_REST_S) {
    const intervalS = Math.round(spanS / Math.max(1, sum(hours, 'starts')));
    return { verdict: 'leak', sign: LEAK_SIGNS.starts, intervalS, lpm };
  }
  const intervalS = regularInterval(startsS, counted, lengthsS);
  if (intervalS !== undefined) return { verdict: 'leak', sign: LEAK_SIGNS.starts, intervalS, lpm };
  const isSteady =
    losses.length === hours.length &&
    (lpm ?? 0) >= STEADY.leastLpm &&
    (lpm ?? 0) >= STEADY.share * Math.max(...losses);
  return isSteady ? { verdict: 'leak', sign: LEAK_SIGNS.fall, lpm } : { verdict: 'clean', lpm };
}

interface Passing {
  atMs: number;
  localMs: number;
  /** UTC if it is not known. */
  zone: Zone | undefined;
  isStart: boolean;
  /** The pump stands now. */
  isStanding: boolean;
  /** Time since the last frame; 0 behind a gap. */
  passedMs: number;
  bar: number | undefined;
}

const NO_HOUR: NightHour = { starts: 0, ranS: 0, seenS: 0, longestS: 0, fall: 0, restS: 0 };

const rounded = (hour: NightHour): NightHour => ({
  starts: hour.starts,
  ranS: Math.round(hour.ranS),
  seenS: Math.round(hour.seenS),
  longestS: Math.round(hour.longestS),
  fall: Number(hour.fall.toFixed(6)),
  restS: Math.round(hour.restS),
});

/** The gas in the tank grows with 1/p: what it has grown since the last frame, per litre and bar of its filling. */
function fallSince({ restBar }: RuleMemory, { isStanding, passedMs, bar }: Passing): number | undefined {
  if (!isStanding || passedMs === 0 || bar === undefined || restBar === undefined) return undefined;
  return 1 / (bar + AIR_BAR) - 1 / (restBar + AIR_BAR);
}

function addTo(hour: NightHour, memory: RuleMemory, passing: Passing, sinceRunS: number): NightHour {
  const passedS = passing.passedMs / 1000;
  const fall = fallSince(memory, passing);
  return {
    starts: hour.starts + Number(passing.isStart),
    ranS: hour.ranS + (memory.isRunning ? passedS : 0),
    seenS: hour.seenS + passedS,
    longestS: Math.max(hour.longestS, sinceRunS),
    fall: hour.fall + (fall ?? 0),
    restS: hour.restS + (fall === undefined ? 0 : passedS),
  };
}

/** When a night and its hours begin; the last value is its end. */
function beginsOf(day: number, zone: Zone | undefined): number[] {
  return Array.from({ length: NIGHT_HOURS.to - NIGHT_HOURS.from + 1 }, (_, at) => {
    const wallMs = day * DAY_MS + (NIGHT_HOURS.from + at) * HOUR_MS;
    return zone?.instantOf(wallMs) ?? wallMs;
  });
}

/** In spring an hour of the night is missing, in autumn one lasts for two. */
function changedLengths(day: number, zone: Zone | undefined): Pick<Night, 'lengthsS'> {
  const beginsMs = beginsOf(day, zone);
  const lengthsS = beginsMs.slice(1).map((endMs, at) => (endMs - (beginsMs[at] ?? endMs)) / 1000);
  return lengthsS.every((lengthS) => lengthS === HOUR_S) ? {} : { lengthsS };
}

/** Adds a frame to the night, and keeps the night when it is over. */
export function observeNight(
  memory: RuleMemory,
  passing: Passing,
): Pick<RuleMemory, 'night' | 'nights' | 'restBar'> {
  const { atMs, localMs, zone, isStart, isStanding, passedMs, bar } = passing;
  const restBar = isStanding ? bar : undefined;
  const { night, nights } = memory;
  const day = Math.floor(localMs / DAY_MS);
  const hour = Math.floor((localMs - day * DAY_MS) / HOUR_MS) - NIGHT_HOURS.from;
  const isNight = hour >= 0 && hour < NIGHT_HOURS.to - NIGHT_HOURS.from;
  if (night && (!isNight || night.day !== day)) {
    const { startsS, lengthsS } = night;
    const hours = night.hours.map(rounded);
    const ended = { day: night.day, startsS, hours, ...(lengthsS && { lengthsS }) };
    return { night: null, nights: [...nights, ended].slice(-KEPT_NIGHTS), restBar };
  }
  if (!isNight) return { night, nights, restBar };
  const { startsS = [], hours = [], lengthsS, sinceRunS: stoodS = 0 } = night ?? {};
  const sinceRunS = memory.isRunning ? 0 : stoodS + passedMs / 1000;
  const all = Array.from(
    { length: NIGHT_HOURS.to - NIGHT_HOURS.from },
    (_, at): NightHour => hours[at] ?? NO_HOUR,
  );
  all[hour] = addTo(all[hour] ?? NO_HOUR, memory, passing, sinceRunS);
  const startS = () => Math.round((atMs - (beginsOf(day, zone)[0] ?? atMs)) / 1000);
  const changed = night ? lengthsS && { lengthsS } : changedLengths(day, zone);
  return {
    restBar,
    nights,
    night: {
      day,
      startsS: isStart ? [...startsS, startS()].slice(-KEPT_STARTS) : startsS,
      hours: all,
      ...changed,
      sinceRunS,
    },
  };
}

interface Leak {
  /** Nights in a row: one is a suspicion. */
  nights: number;
  sign: number;
  intervalS: number;
  lpm: number | undefined;
}
interface Judged {
  leak: Leak | undefined;
  /** The last two nights are clean. */
  isClean: boolean;
}
const NOTHING: Judged = { leak: undefined, isClean: false };

/** A regular rhythm is the same in both nights; water that runs all night needs none. */
function isSameLeak(before: NightVerdict, last: NightVerdict): boolean {
  if (before.verdict !== 'leak') return false;
  const [short = 0, long = 0] = [before.intervalS ?? 0, last.intervalS ?? 0].sort((a, b) => a - b);
  return before.sign !== last.sign || long <= SAME_INTERVAL * short || long <= UNBROKEN_REST_S;
}

function judge(nights: readonly Night[], skipped: SkippedHours, tank: Tank): Judged {
  const [newest, earlier] = [nights.at(-1), nights.at(-2)];
  if (!newest) return NOTHING;
  const last = verdictOf(newest, skipped, tank);
  const before: NightVerdict = earlier ? verdictOf(earlier, skipped, tank) : { verdict: 'unknown' };
  const isClean = last.verdict === 'clean' && before.verdict === 'clean';
  if (last.verdict !== 'leak') return { leak: undefined, isClean };
  const isSecond = earlier !== undefined && newest.day - earlier.day === 1 && isSameLeak(before, last);
  const { sign = LEAK_SIGNS.through, intervalS = 0, lpm } = last;
  return { leak: { nights: isSecond ? 2 : 1, sign, intervalS, lpm }, isClean };
}

/** Nights change once a day and are judged at each frame, with the same hours and tank. */
type JudgedBefore = SkippedHours & Tank & { judged: Judged };
const judgedBefore = new WeakMap<readonly Night[], JudgedBefore[]>();

/** What the last two nights say about a leak. */
export function judgeNights(nights: readonly Night[], skipped: SkippedHours, tank: Tank): Judged {
  if (nights.length === 0) return NOTHING;
  const { skipFrom, skipTo } = skipped;
  const { tank_l, tank_precharge_bar } = tank;
  const before = judgedBefore.get(nights) ?? [];
  for (const known of before)
    if (
      known.skipFrom === skipFrom &&
      known.skipTo === skipTo &&
      known.tank_l === tank_l &&
      known.tank_precharge_bar === tank_precharge_bar
    )
      return known.judged;
  const judged = judge(nights, skipped, tank);
  const own = {
    ...(tank_l !== undefined && { tank_l }),
    ...(tank_precharge_bar !== undefined && { tank_precharge_bar }),
  };
  judgedBefore.set(nights, [...before, { skipFrom, skipTo, ...own, judged }]);
  return judged;
}
