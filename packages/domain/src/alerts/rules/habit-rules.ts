import { HOUR_MS } from '../../time.ts';
import type { RuleMemory } from './memory.ts';
import { judgeNights } from './night.ts';
import { START_SPAN_MS } from './observe.ts';
import { delays, type Facts, rule, threshold, warningIf } from './rule.ts';

const SPANS_OF_HOUR = HOUR_MS / START_SPAN_MS;

interface Starts {
  span: number;
  /** In the last hour, in the one before, and in the last 24 hours. */
  hour: number;
  hourBefore: number;
  day: number;
}
/** Counts change with a start and every ten minutes, and are read at each frame. */
const counted = new WeakMap<RuleMemory['startCounts'], Starts>();

/** Starts in hours that end with the present span of ten minutes. */
function countStarts({ atMs, memory: { startCounts } }: Facts): Starts {
  const now = Math.floor(atMs / START_SPAN_MS);
  const stored = counted.get(startCounts);
  if (stored?.span === now) return stored;
  const starts = { span: now, hour: 0, hourBefore: 0, day: 0 };
  for (const [span, count] of startCounts) {
    const ago = now - span;
    if (ago < 0 || ago >= 24 * SPANS_OF_HOUR) continue;
    starts.day += count;
    if (ago < SPANS_OF_HOUR) starts.hour += count;
    else if (ago < 2 * SPANS_OF_HOUR) starts.hourBefore += count;
  }
  counted.set(startCounts, starts);
  return starts;
}

function startsPerHour(facts: Facts): number {
  const { hour, hourBefore } = countStarts(facts);
  return Math.min(hour, hourBefore);
}

/** `domain.md` 2.4: Gardena, and the most starts of a three-phase motor by Franklin. */
const ALARM = { starts: 7, spanMs: 120_000, perDay: 300 };

/** Rules about what a pump does over hours, nights and weeks. */
export const habitRules = {
  short_cycling: rule({
    on: 'frame',
    evidence: { fields: ['frequency_fc', 'pressure'], minutes: 120 },
    thresholds: {
      ...delays(0, 86_400, 1800),
      perHour: threshold(20, 5, 60, '/h'),
      perDay: threshold(150, 50, 300, '/d'),
    },
    level(facts, { perHour, perDay }) {
      const { atMs, memory } = facts;
      const { day } = countStarts(facts);
      const quick = memory.startsMs.filter((startMs) => startMs > atMs - ALARM.spanMs);
      if (quick.length > ALARM.starts || day > ALARM.perDay) return 'alarm';
      return warningIf(startsPerHour(facts) > perHour || day > perDay);
    },
    isOver(facts, { perHour, perDay }) {
      const { hour, day } = countStarts(facts);
      return hour <= 0.6 * perHour && day <= 0.9 * perDay;
    },
    numbers(facts) {
      const { hour, day } = countStarts(facts);
      return { hour, day };
    },
    measures: { perHour: { of: startsPerHour }, perDay: { of: (facts) => countStarts(facts).day } },
  }),
  leak: rule({
    on: 'frame',
    evidence: { fields: ['pressure', 'frequency_fc'], minutes: 480 },
    thresholds: {
      ...delays(0, 86_400, 0),
      skipFrom: threshold(0, 0, 24, ':00'),
      skipTo: threshold(0, 0, 24, ':00'),
    },
    level: ({ memory: { nights }, card }, skipped) =>
      nights.length < 2 ? undefined : warningIf(judgeNights(nights, skipped, card).leak?.nights === 2),
    isOver: ({ memory: { nights }, card }, skipped) => judgeNights(nights, skipped, card).isClean,
    numbers({ memory: { nights }, card }, skipped) {
      const { leak } = judgeNights(nights, skipped, card);
      if (!leak) return {};
      const { sign, intervalS, lpm } = leak;
      return {
        sign,
        minutes: intervalS === 0 ? 0 : Math.max(1, Math.round(intervalS / 60)),
        ...(lpm !== undefined && { lpm: Math.round(100 * lpm) / 100 }),
      };
    },
  }),
  meter_jump: rule({
    on: 'frame',
    evidence: { fields: ['electro_meter', 'motor_operating_hours'], minutes: 60 },
    thresholds: { ...delays(0, 3600, 0), hours: threshold(1, 1, 24, 'h') },
    level: ({ atMs, memory: { jumpedMs } }, { hours }) =>
      warningIf(jumpedMs !== null && atMs - jumpedMs < hours * HOUR_MS),
    isOver: () => true,
    numbers: ({ memory: { jump } }) =>
      jump ? { meter: jump.of === 'kwh' ? 0 : 1, meterFrom: jump.from, meterTo: jump.to } : {},
  }),
};
