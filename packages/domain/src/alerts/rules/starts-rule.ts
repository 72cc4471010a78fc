import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { HOUR_MS } from '../../time.ts';
import { hasShortPauses } from './cycle-pauses.ts';
import type { RuleMemory } from './memory.ts';
import { judgeNights } from './night.ts';
import { START_SPAN_MS } from './observe.ts';
import { isEndless, isUndecided } from './rests.ts';
import { delays, type Facts, rule, threshold, warningIf } from './rule.ts';
import { START_CAUSE, type StartCause, startCause } from './start-days.ts';

const SPANS_OF_HOUR = HOUR_MS / START_SPAN_MS;

interface Starts {
  span: number;
  /** In the last hour, in the one before, and in the last 24 hours. */
  hour: number;
  hourBefore: number;
  day: number;
  /** Spans of the last two hours with starts. */
  busySpans: number;
  /** The most in an hour of the last 24. */
  busiest: number;
}
/** Spans of two hours that must have starts: a softener that cycles for one hour is no rate of two. */
const LEAST_SPANS = 9;
/** Counts change with a start and every ten minutes, and are read at each frame. */
const counted = new WeakMap<RuleMemory['startCounts'], Starts>();

/** Starts in hours that end with the present span of ten minutes. */
function countStarts({ atMs, memory: { startCounts } }: Facts): Starts {
  const now = Math.floor(atMs / START_SPAN_MS);
  const stored = counted.get(startCounts);
  if (stored?.span === now) return stored;
  const starts = { span: now, hour: 0, hourBefore: 0, day: 0, busySpans: 0, busiest: 0 };
  const hours = new Array<number>(24).fill(0);
  for (const [span, count] of startCounts) {
    const ago = now - span;
    if (ago < 0 || ago >= 24 * SPANS_OF_HOUR) continue;
    starts.day += count;
    const hour = Math.floor(ago / SPANS_OF_HOUR);
    hours[hour] = (hours[hour] ?? 0) + count;
    if (ago < SPANS_OF_HOUR) starts.hour += count;
    else if (ago < 2 * SPANS_OF_HOUR) starts.hourBefore += count;
    if (ago < 2 * SPANS_OF_HOUR) starts.busySpans++;
  }
  starts.busiest = Math.max(...hours);
  counted.set(startCounts, starts);
  return starts;
}

function startsPerHour(facts: Facts): number {
  const { hour, hourBefore, busySpans } = countStarts(facts);
  return busySpans < LEAST_SPANS ? 0 : Math.min(hour, hourBefore);
}

/** `domain.md` 2.4: Gardena. */
const QUICK = { starts: 7, spanMs: 120_000 };
/** Starts beyond twice the limit are an alarm. */
const ALARM = 2;

/** Franklin Electric, starts in 24 hours: rated power up to, single-phase, three-phase. */
const FRANKLIN: readonly (readonly [belowKw: number, single: number, three: number])[] = [
  [0.75, 300, 300],
  [5.5, 100, 300],
  [30, 50, 100],
  [Number.POSITIVE_INFINITY, 50, 50],
];

/** Starts in 24 hours that the motor permits: of its manual, or by its power and phases; unknown without them. */
export function permittedStarts({ starts_per_day, motor_kw, motor_phases }: PumpValues): number | undefined {
  if (starts_per_day !== undefined) return starts_per_day;
  if (motor_kw === undefined || motor_phases === undefined) return undefined;
  const [, single, three] = FRANKLIN.find(([belowKw]) => motor_kw < belowKw) ?? [];
  return motor_phases === 1 ? single : three;
}

const limitOf = ({ card }: Facts, perDay: number) => permittedStarts(card) ?? perDay;

const ALL_HOURS = { skipFrom: 0, skipTo: 0 };
const startsAtNight = ({ memory: { nights }, card }: Facts) =>
  judgeNights(nights, ALL_HOURS, card).leak !== undefined;

function causeOf(facts: Facts): StartCause {
  const { hour, day } = countStarts(facts);
  const isLeaking = startsAtNight(facts) || isEndless(facts.memory, facts.atMs, hour);
  if (!isLeaking && hasShortPauses(facts.memory)) return START_CAUSE.lostAir;
  if (!isLeaking && isUndecided(facts.memory, facts.atMs)) return START_CAUSE.unknown;
  return startCause(facts.memory.startDays, day, isLeaking);
}

/** Before the starts are too many: short pauses that no leak explains. */
const hasLostAir = (facts: Facts) => hasShortPauses(facts.memory) && causeOf(facts) === START_CAUSE.lostAir;

/** Hours with many starts. A motor that is known to permit them does not suffer: only a fault behind them counts. */
function isTooFast(facts: Facts, perHour: number): boolean {
  if (startsPerHour(facts) <= perHour) return false;
  if (permittedStarts(facts.card) === undefined) return true;
  const cause = causeOf(facts);
  return cause === START_CAUSE.leak || cause === START_CAUSE.lostAir;
}

/** Too many starts for the motor. */
export const startsRules = {
  short_cycling: rule({
    group: 'pump',
    severity: 'both',
    on: 'frame',
    evidence: { fields: ['frequency_fc', 'pressure'], minutes: 120 },
    thresholds: {
      ...delays(0, 86_400, 1800),
      perHour: threshold(20, 5, 60, '/h'),
      // For a motor that the pump card does not describe.
      perDay: threshold(150, 50, 300, '/d'),
    },
    level(facts, { perHour, perDay }) {
      const { atMs, memory } = facts;
      const { day } = countStarts(facts);
      const limit = limitOf(facts, perDay);
      const quick = memory.startsMs.filter((startMs) => startMs > atMs - QUICK.spanMs);
      if (quick.length > QUICK.starts || day > ALARM * limit) return 'alarm';
      return warningIf(day > limit || hasLostAir(facts) || isTooFast(facts, perHour));
    },
    // A small tank makes the pump cycle at each larger draw: the alert lasts for a day without such an hour.
    isOver(facts, { perHour, perDay }) {
      const { busiest, day } = countStarts(facts);
      const isSlow =
        permittedStarts(facts.card) === undefined ? busiest <= perHour : !isTooFast(facts, perHour);
      return isSlow && !hasLostAir(facts) && day <= 0.8 * limitOf(facts, perDay);
    },
    numbers(facts) {
      const { hour, day } = countStarts(facts);
      const limit = permittedStarts(facts.card);
      return { hour, day, cause: causeOf(facts), ...(limit !== undefined && { permitted: limit }) };
    },
    measures: { perHour: { of: startsPerHour }, perDay: { of: (facts) => countStarts(facts).day } },
  }),
};
